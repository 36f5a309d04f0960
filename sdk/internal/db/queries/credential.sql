-- name: InsertCredentials :one
-- Uses up the token and inserts the credentials. Not inserted: the username is taken, or the account already has one. username_hashes are the hashes
-- of the username under every server secret.
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
-- Finds a row only if the password is still the one that was verified. It can't be replaced until the transaction ends.
SELECT account_id FROM credentials WHERE account_id = @account_id AND password_hash = @password_hash FOR NO KEY UPDATE;

-- name: UpgradePasswordHash :exec
-- Replaces the hash, if the password is still the one that was verified.
UPDATE credentials SET password_hash = @password_hash, updated_at = @now
WHERE account_id = @account_id AND password_hash = @old_hash;

-- name: GetCredentials :one
SELECT * FROM credentials WHERE account_id = @account_id;

-- name: ReplacePasswordHash :exec
-- The caller used a mailed link, which also proves the account's address.
WITH proved AS (UPDATE accounts SET address_proved_at = COALESCE(address_proved_at, @now::timestamptz) WHERE id = @account_id)
UPDATE credentials SET password_hash = @password_hash, password_changed_at = @now, updated_at = @now
WHERE account_id = @account_id;
