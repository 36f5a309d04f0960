-- name: InsertCredentials :one
-- Uses up the token, and inserts what it allows to choose. Not inserted: somebody has the username, or the account has a username already.
-- username_hashes are the username's under every server secret.
WITH token AS (
    UPDATE tokens SET ended_at = @now::timestamptz, ended_why = 'used', last_used_at = @now::timestamptz WHERE tokens.id = @token_id AND ended_at IS NULL
    RETURNING id),
chosen AS (
    INSERT INTO credentials (account_id, username_hash, hash_key, sealed, password_hash, password_changed_at, created_at, updated_at)
    SELECT @account_id, @username_hash, @hash_key, @sealed, @password_hash, @now::timestamptz, @now::timestamptz, @now::timestamptz FROM token
    WHERE NOT EXISTS (SELECT 1 FROM credentials c WHERE c.username_hash = ANY (@username_hashes::bytea[]))
    ON CONFLICT DO NOTHING
    RETURNING account_id)
SELECT EXISTS (SELECT 1 FROM token)::boolean AS used, EXISTS (SELECT 1 FROM chosen)::boolean AS inserted;

-- name: UsernameTaken :one
SELECT EXISTS (SELECT 1 FROM credentials WHERE username_hash = ANY (@username_hashes::bytea[]))::boolean;

-- name: FindCredentials :one
SELECT c.account_id, c.password_hash, a.state, a.kind
FROM credentials c JOIN accounts a ON a.id = c.account_id
WHERE c.username_hash = ANY (@username_hashes::bytea[]);

-- name: LockPassword :one
-- Only while the password is still the one that was verified; nobody replaces it until the transaction ends.
SELECT account_id FROM credentials WHERE account_id = @account_id AND password_hash = @password_hash FOR NO KEY UPDATE;

-- name: UpgradePasswordHash :exec
-- Only while the password is still the one that was verified.
UPDATE credentials SET password_hash = @password_hash, updated_at = @now
WHERE account_id = @account_id AND password_hash = @old_hash;

-- name: GetCredentials :one
SELECT * FROM credentials WHERE account_id = @account_id;

-- name: ReplacePasswordHash :exec
-- By a mailed link, which proves the account's address.
WITH proved AS (UPDATE accounts SET address_proved_at = COALESCE(address_proved_at, @now::timestamptz) WHERE id = @account_id)
UPDATE credentials SET password_hash = @password_hash, password_changed_at = @now, updated_at = @now
WHERE account_id = @account_id;
