-- name: CountAttempts :many
-- Attempts by state, with the oldest of each. Attempts that need an operator are counted at any age.
SELECT a.state, count(*) AS attempts, min(a.created_at)::timestamptz AS oldest FROM (
    SELECT u.state, u.created_at FROM payment_attempts u WHERE u.unsettled AND (u.live OR u.created_at >= @since)
    UNION ALL SELECT CASE WHEN s.state = 'captured' AND s.settled_at IS NOT NULL THEN 'settled' WHEN s.lost_at IS NOT NULL THEN 'lost' ELSE s.state END, s.created_at
        FROM payment_attempts s WHERE NOT s.unsettled AND s.created_at >= @since) a
GROUP BY a.state;

-- name: CountMoneyMatters :one
-- Problems and operator tasks after the capture. Events are found by time, disputes by being open, and captures that aren't final by their next
-- check, which is within a day.
SELECT (SELECT count(*) FROM disputes d WHERE d.decided_at IS NULL AND d.kind <> 'inquiry') AS disputes_open,
    (SELECT count(*) FROM disputes i WHERE i.decided_at IS NULL AND i.kind = 'inquiry') AS inquiries_open,
    (SELECT count(*) FROM disputes u WHERE u.decided_at IS NULL AND u.evidence_due_at <= @due::timestamptz) AS disputes_due,
    (SELECT count(*) FROM payment_events e WHERE e.at >= @since::timestamptz AND e.event = 'decline_settlement') AS settlements_declined,
    (SELECT count(*) FROM settlements s WHERE s.ask_at <= @late::timestamptz) AS settlements_late,
    (SELECT count(*) FROM settlements o WHERE o.ask_at <= @soon::timestamptz
        AND (SELECT a.captured_at FROM payment_attempts a WHERE a.id = o.attempt_id AND a.state = 'captured') <= @slow::timestamptz) AS settlements_slow;

-- name: InsertPaymentAudit :exec
INSERT INTO payment_audits (at, differences) VALUES (@now, @differences)
ON CONFLICT (at) DO UPDATE SET differences = EXCLUDED.differences;

-- name: GetLastPaymentAudit :one
SELECT at, differences FROM payment_audits ORDER BY at DESC LIMIT 1;
