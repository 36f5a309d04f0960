-- name: InsertOperatorReading :exec
INSERT INTO operator_readings (id, what, subject, rows, at) VALUES (@id, @what, sqlc.narg(subject)::uuid, @rows, @at);

-- name: ListOperatorReadings :many
SELECT * FROM operator_readings ORDER BY id;
