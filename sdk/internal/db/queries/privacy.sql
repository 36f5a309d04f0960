-- name: InsertPrivacyEvent :exec
INSERT INTO privacy_events (id, operator_name, account_id, kind, rows, at) VALUES (@id, @operator_name, sqlc.narg(account_id)::uuid, @kind, @rows, @at);
