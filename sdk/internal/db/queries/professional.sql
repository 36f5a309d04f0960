-- name: InsertProfessional :exec
INSERT INTO professionals (id, account_id, state, title, credentials, phone_extension, practice_name, roles, hear_about, created_at, updated_at)
VALUES (@id, @account_id, 'pending_verification', @title, @credentials, @phone_extension, @practice_name, @roles, @hear_about, @now, @now);

-- name: GetProfessional :one
SELECT * FROM professionals WHERE id = @id;

-- name: FindProfessionalByAccount :one
SELECT * FROM professionals WHERE account_id = @account_id;

-- name: VerifyProfessional :execrows
UPDATE professionals SET state = 'verified', verified_at = @now::timestamptz, updated_at = @now
WHERE id = @id AND state = 'pending_verification';

-- name: SuspendProfessional :execrows
UPDATE professionals SET state = 'suspended', updated_at = @now WHERE id = @id AND state <> 'suspended';

-- name: RestoreProfessional :execrows
-- To where the professional was: verified, or awaiting it.
UPDATE professionals SET state = CASE WHEN verified_at IS NULL THEN 'pending_verification' ELSE 'verified' END, updated_at = @now
WHERE id = @id AND state = 'suspended';

-- name: ListProfessionals :many
-- For operators: newest first, older than the cursor; no id, or only this one.
SELECT sqlc.embed(p), a.first_name, a.last_name, a.email, a.country, a.locale, a.state AS account_state
FROM professionals p JOIN accounts a ON a.id = p.account_id
WHERE p.id < @before_id AND (@state::text = '' OR p.state = @state::text) AND (@email_key::text = '' OR a.email_key = @email_key::text)
  AND (sqlc.narg(only_id)::uuid IS NULL OR p.id = sqlc.narg(only_id)::uuid)
ORDER BY p.id DESC LIMIT @batch;
