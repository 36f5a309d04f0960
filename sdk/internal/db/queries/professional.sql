-- name: InsertProfessional :exec
INSERT INTO professionals (id, account_id, state, created_at, updated_at) VALUES (@id, @account_id, 'pending_verification', @now, @now);

-- name: GetProfessional :one
SELECT * FROM professionals WHERE id = @id;

-- name: LockProfessional :one
SELECT * FROM professionals WHERE id = @id FOR UPDATE;

-- name: FindProfessionalByAccount :one
SELECT * FROM professionals WHERE account_id = @account_id;

-- name: VerifyProfessional :execrows
UPDATE professionals SET state = 'verified', verified_at = @now::timestamptz, updated_at = @now
WHERE id = @id AND state = 'pending_verification';

-- name: SuspendProfessional :execrows
UPDATE professionals SET state = 'suspended', updated_at = @now WHERE id = @id AND state <> 'suspended';

-- name: RestoreProfessional :execrows
-- Restores the state before the suspension: verified or awaiting verification.
UPDATE professionals SET state = CASE WHEN verified_at IS NULL THEN 'pending_verification' ELSE 'verified' END, updated_at = @now
WHERE id = @id AND state = 'suspended';

-- name: ListProfessionals :many
-- For operators: newest first, older than the cursor. only_id restricts the list to one professional.
SELECT sqlc.embed(p), a.person_id, a.locale, a.state AS account_state,
    (SELECT count(DISTINCT r.email_hash) FROM invitations i JOIN invitation_refusals r ON r.invitation_id = i.id
        WHERE i.professional_id = p.id AND r.reviewed_at IS NULL)::int AS refusals
FROM professionals p JOIN accounts a ON a.id = p.account_id JOIN persons who ON who.id = a.person_id
WHERE p.id < @before_id AND (@state::text = '' OR p.state = @state::text)
  AND (cardinality(@email_hashes::bytea[]) = 0 OR who.email_hash = ANY (@email_hashes::bytea[]))
  AND (sqlc.narg(only_id)::uuid IS NULL OR p.id = sqlc.narg(only_id)::uuid)
ORDER BY p.id DESC LIMIT @batch;

-- name: PersonOfProfessional :one
SELECT a.person_id FROM professionals p JOIN accounts a ON a.id = p.account_id WHERE p.id = @id;

-- name: PickUnprovedProfessionals :many
-- Professionals with a sign-up before a time, an unused mailed link and no batch of codes.
SELECT p.id FROM professionals p JOIN accounts a ON a.id = p.account_id
WHERE p.state = 'pending_verification' AND a.state = 'created' AND p.created_at < @before
  AND NOT EXISTS (SELECT 1 FROM code_batches b WHERE b.professional_id = p.id)
ORDER BY p.created_at LIMIT @batch FOR UPDATE OF p, a SKIP LOCKED;

-- name: CloseUnprovedProfessionals :many
-- Takes the picked professionals that still have no batch. Closes their accounts, deletes their links, inserts the events and returns the persons.
-- event_ids pair with ids.
WITH picked AS (
    SELECT p.id, p.account_id FROM professionals p
    WHERE p.id = ANY (@ids::uuid[]) AND NOT EXISTS (SELECT 1 FROM code_batches b WHERE b.professional_id = p.id)),
links AS (DELETE FROM tokens t USING picked WHERE t.account_id = picked.account_id),
ended AS (UPDATE professionals p SET state = 'suspended', updated_at = @now::timestamptz FROM picked WHERE p.id = picked.id),
noted AS (
    INSERT INTO account_events (id, account_id, kind, actor, at)
    SELECT (@event_ids::uuid[])[array_position(@ids::uuid[], picked.id)], picked.account_id, 'closed', 'system', @now::timestamptz FROM picked)
UPDATE accounts a SET state = 'closed', login_email_hash = NULL, marketing_opt_in = false, updated_at = @now::timestamptz
FROM picked WHERE a.id = picked.account_id RETURNING a.person_id;
