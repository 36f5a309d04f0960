-- name: InsertOperatorReading :exec
INSERT INTO operator_readings (id, operator_name, what, subject, rows, at) VALUES (@id, @operator_name, @what, sqlc.narg(subject)::uuid, @rows, @at);

-- name: ListOperatorReadings :many
-- Operators' access to personal data, newest first: lists, single persons, exports and erasures.
SELECT o.id, o.operator_name, o.what, o.subject, o.rows, o.at FROM operator_readings o
WHERE o.id < @before_id AND (@operator_name::text = '' OR o.operator_name = @operator_name::text)
UNION ALL
SELECT p.id, p.operator_name, p.kind, p.account_id, p.rows, p.at FROM privacy_events p
WHERE p.id < @before_id AND (@operator_name::text = '' OR p.operator_name = @operator_name::text)
ORDER BY id DESC LIMIT @batch;
