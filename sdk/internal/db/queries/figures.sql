-- name: CountAttempts :many
-- Attempts by state, those that need somebody's work however old they are, and the oldest of each state.
SELECT a.state, count(*) AS attempts, min(a.created_at)::timestamptz AS oldest FROM (
    SELECT u.state, u.created_at FROM payment_attempts u WHERE u.unsettled AND (u.live OR u.created_at >= @since)
    UNION ALL SELECT s.state, s.created_at FROM payment_attempts s WHERE NOT s.unsettled AND s.created_at >= @since) a
GROUP BY a.state;
