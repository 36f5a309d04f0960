-- name: CountAttempts :many
-- Attempts by state, those that need somebody's work however old they are, and the oldest of each state.
SELECT state, count(*) AS attempts, min(created_at)::timestamptz AS oldest FROM payment_attempts
WHERE (state IN ('created', 'sent', 'unknown', 'authorised', 'capturing', 'capture_failed', 'review') AND created_at >= '-infinity')
    OR (state IN ('captured', 'declined', 'aborted', 'absent', 'superseded', 'voided', 'expired', 'settlement_declined', 'refunded', 'disputed') AND created_at >= @since)
GROUP BY state;
