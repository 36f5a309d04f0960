-- name: InsertPrivacyEvent :exec
INSERT INTO privacy_events (id, account_id, kind, rows, at) VALUES (@id, sqlc.narg(account_id)::uuid, @kind, @rows, @at);
