-- name: InsertToken :exec
INSERT INTO tokens (id, kind, hash, account_id, invitation_id, registration_id, email_hash, login_id, label, created_at, expires_at)
VALUES (@id, @kind, @hash, @account_id, @invitation_id, @registration_id, @email_hash, @login_id, @label, @created_at, @expires_at);

-- name: FindToken :one
SELECT * FROM tokens WHERE hash = @hash AND kind = @kind;

-- name: LockToken :one
SELECT * FROM tokens WHERE id = @id FOR UPDATE;

-- name: EndToken :execrows
UPDATE tokens SET ended_at = @now::timestamptz, ended_why = @why::text,
    last_used_at = CASE WHEN @why::text = 'used' THEN @now::timestamptz ELSE last_used_at END
WHERE id = @id AND ended_at IS NULL;

-- name: EndLogin :exec
-- Ends a login, the logins that were created from it by a hand-over, and its unused hand-over codes.
UPDATE tokens SET ended_at = @now::timestamptz, ended_why = 'revoked'
WHERE account_id = @account_id::uuid AND (id = @login_id::uuid OR login_id = @login_id::uuid) AND ended_at IS NULL;

-- name: EndAllTokens :exec
-- Ends all tokens of an account: logins of browsers and command lines, mailed links, hand-over codes.
UPDATE tokens SET ended_at = @now::timestamptz, ended_why = @why::text
WHERE account_id = @account_id::uuid AND ended_at IS NULL;

-- name: ListSessions :many
-- Lists the valid logins, newest first: those of browsers (kind account) and of the command-line tool (kind access).
SELECT id, kind, created_at, expires_at, last_used_at FROM tokens
WHERE account_id = @account_id::uuid AND kind IN ('account', 'access') AND ended_at IS NULL AND expires_at > @now
ORDER BY created_at DESC, id DESC LIMIT @batch;

-- name: EndSession :execrows
UPDATE tokens SET ended_at = @now::timestamptz, ended_why = 'revoked'
WHERE id = @id AND account_id = @account_id::uuid AND kind IN ('account', 'access') AND ended_at IS NULL AND expires_at > @now::timestamptz;

-- name: EndSessions :exec
-- Mailed links stay valid: they are the owner's way back in.
UPDATE tokens SET ended_at = @now::timestamptz, ended_why = 'revoked'
WHERE account_id = @account_id::uuid AND kind IN ('account', 'access') AND ended_at IS NULL;

-- name: EndOtherSessions :exec
UPDATE tokens SET ended_at = @now::timestamptz, ended_why = 'revoked'
WHERE account_id = @account_id::uuid AND id <> @own_id AND kind IN ('account', 'access') AND ended_at IS NULL;

-- name: NoteTokenUse :exec
-- Stores the time of use, unless a recent one is stored. Of two concurrent calls, one writes.
UPDATE tokens SET last_used_at = @now::timestamptz WHERE id = @id AND (last_used_at IS NULL OR last_used_at < @before::timestamptz);

-- name: EndShownTokens :exec
-- Ends the credentials tokens that a browser received (no label). Mailed ones have a label, and stay valid.
UPDATE tokens SET ended_at = @now::timestamptz, ended_why = @why::text
WHERE account_id = @account_id::uuid AND kind = 'credentials' AND label IS NULL AND ended_at IS NULL;

-- name: EndInvitationTokens :exec
UPDATE tokens SET ended_at = @now::timestamptz, ended_why = @why::text
WHERE invitation_id = @invitation_id::uuid AND ended_at IS NULL;

-- name: EndSignupTokens :exec
-- Ends the links of a sign-up, except the one that the caller uses. @own is the hash of its token.
UPDATE tokens SET ended_at = @now::timestamptz, ended_why = @why::text
WHERE registration_id = @registration_id::uuid AND hash <> @own AND ended_at IS NULL;

-- name: ListLogins :many
-- Lists the newest browser logins of an account, including ended and expired ones that aren't deleted yet.
SELECT created_at FROM tokens WHERE account_id = @account_id AND kind = 'account' ORDER BY created_at DESC LIMIT 50;
