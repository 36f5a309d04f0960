-- name: CountFunnel :many
-- Counts the registrations of a period, a range of ids, by the last step that each has reached.
SELECT CASE WHEN r.invitation_id IS NULL THEN 'signup' ELSE 'invitation' END::text AS flow, (r.choice ->> 'locale')::text AS locale, COALESCE(r.choice -> 'arms', '{}')::jsonb AS arms,
    CASE
        WHEN r.state = 'paid' AND EXISTS (SELECT 1 FROM credentials c WHERE c.account_id = r.account_id) THEN 'credentials'
        WHEN r.state = 'paid' THEN 'paid'
        WHEN EXISTS (SELECT 1 FROM orders o WHERE o.subject_id = r.id) THEN 'payment'
        WHEN r.last_completed_step = 3 THEN 'package'
        WHEN r.last_completed_step = 2 THEN 'family'
        ELSE 'parent'
    END::text AS reached, count(*) AS registrations
FROM registrations r WHERE r.id >= @since_id AND r.id < @until_id
GROUP BY 1, 2, 3, 4;
