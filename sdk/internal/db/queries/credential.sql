-- name: InsertCredentials :execrows
-- No row: somebody has the username, or the account has a username already.
INSERT INTO credentials (account_id, username, username_key, password_hash, password_changed_at, created_at, updated_at)
VALUES (@account_id, @username, @username_key, @password_hash, @now, @now, @now)
ON CONFLICT DO NOTHING;

-- name: UsernameTaken :one
SELECT EXISTS (SELECT 1 FROM credentials WHERE username_key = @username_key)::boolean;

-- name: FindCredentials :one
SELECT c.account_id, c.username, c.password_hash, a.state, a.kind
FROM credentials c JOIN accounts a ON a.id = c.account_id
WHERE c.username_key = @username_key;

-- name: GetCredentials :one
SELECT * FROM credentials WHERE account_id = @account_id;

-- name: UpgradePasswordHash :exec
-- Only while the password is still the one that was verified.
UPDATE credentials SET password_hash = @password_hash, updated_at = @now
WHERE account_id = @account_id AND password_hash = @old_hash;
