-- name: InsertOperatorReading :exec
INSERT INTO operator_readings (id, what, subject, rows, at) VALUES (@id, @what, sqlc.narg(subject)::uuid, @rows, @at);
