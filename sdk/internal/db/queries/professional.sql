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
