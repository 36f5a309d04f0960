-- name: SaveRegistration :execrows
-- Writes a registration with its event and, for a call with an idempotency key (keyed), the result for repeated calls: all of it, or nothing.
-- A new registration is inserted, with the encryption key of its person if this database stores such keys (person_key). An existing one is changed if it
-- still has the version that was read (seen). Returns 0 if it has changed since. Violates the primary key of idempotency_records if the call has a
-- result by now.
WITH saved AS (
    INSERT INTO registrations AS r (id, person_id, key_hash, invitation_id, state, last_completed_step, email_hash,
        co_parent_email_hash, draft, choice, created_at, updated_at, expires_at)
    VALUES (@id, @person_id, @key_hash, @invitation_id, 'open', @last_completed_step, @email_hash,
        @co_parent_email_hash, @draft, @choice, @created_at, @updated_at, @expires_at)
    ON CONFLICT (id) DO UPDATE SET key_hash = EXCLUDED.key_hash, last_completed_step = EXCLUDED.last_completed_step, email_hash = EXCLUDED.email_hash,
        co_parent_email_hash = EXCLUDED.co_parent_email_hash, draft = EXCLUDED.draft, choice = EXCLUDED.choice,
        updated_at = EXCLUDED.updated_at, expires_at = EXCLUDED.expires_at
    WHERE r.version = @seen
    RETURNING id, person_id, last_completed_step, created_at, updated_at),
locked AS (
    INSERT INTO person_keys (person_id, wrapped, created_at)
    SELECT person_id, sqlc.narg(person_key)::bytea, created_at FROM saved WHERE sqlc.narg(person_key)::bytea IS NOT NULL),
kept AS (
    INSERT INTO idempotency_records (scope, key_hash, request_hash, outcome, answer, created_at, expires_at)
    SELECT @scope, @call_hash, @request_hash, 'answer', @answer, @now, @keep_until FROM saved WHERE @keyed::boolean)
INSERT INTO registration_events (id, registration_id, kind, actor, sections, step, at)
SELECT @event_id, id, @kind, @actor, @sections, last_completed_step, updated_at FROM saved;

-- name: ReadForCreation :one
-- Returns the input for creating a registration, like ReadForStep for an existing one.
SELECT COALESCE((SELECT max(v.version) FROM catalog_versions v), 0)::integer AS catalog_version,
    i.request_hash, i.outcome, i.answer, i.lease_until, i.expires_at AS kept_until, l.count AS duplicates, l.ends_at AS duplicates_until
FROM (SELECT 1) AS one
LEFT JOIN idempotency_records i ON i.scope = @scope AND i.key_hash = @call_hash
LEFT JOIN rate_limits l ON l.scope = 'duplicate' AND l.subject = @subject;

-- name: GetRegistration :one
SELECT * FROM registrations WHERE id = @id;

-- name: ReadForQuote :one
-- Returns the row, and the current catalog version (0: none yet).
SELECT sqlc.embed(r), COALESCE((SELECT max(v.version) FROM catalog_versions v), 0)::integer AS catalog_version FROM registrations r WHERE r.id = @id;

-- name: ReadForStep :one
-- Returns the input for changing a registration: the row with its version, the current catalog version (0: none yet), the stored result of the same call, and
-- the number of accounts found from the caller's IP address.
SELECT sqlc.embed(r), COALESCE((SELECT max(v.version) FROM catalog_versions v), 0)::integer AS catalog_version,
    i.request_hash, i.outcome, i.answer, i.lease_until, i.expires_at AS kept_until, l.count AS duplicates, l.ends_at AS duplicates_until
FROM registrations r
LEFT JOIN idempotency_records i ON i.scope = @scope AND i.key_hash = @call_hash
LEFT JOIN rate_limits l ON l.scope = 'duplicate' AND l.subject = @subject
WHERE r.id = @id;

-- name: LockRegistration :one
SELECT * FROM registrations WHERE id = @id FOR UPDATE;

-- name: LockRegistrationOfOrder :one
SELECT * FROM registrations WHERE id = (SELECT o.registration_id FROM orders o WHERE o.id = @order_id) FOR UPDATE;

-- name: EndRegistrationKey :exec
UPDATE registrations SET key_hash = @no_key::bytea WHERE id = @id AND state = 'open' AND key_hash <> @no_key::bytea;

-- name: MarkRegistrationPaying :exec
UPDATE registrations SET paying_since = @now::timestamptz, choice = choice || jsonb_build_object('locale', @locale::text) WHERE id = @id AND state = 'open' AND paying_since IS NULL;

-- name: ClearRegistrationPaying :exec
UPDATE registrations SET paying_since = NULL WHERE id = @id AND state = 'open';

-- name: MarkRegistrationPaid :execrows
-- Also inserts the event, in the same statement.
WITH paid AS (
    UPDATE registrations SET state = 'paid', paid_at = @now::timestamptz, paying_since = NULL,
        account_id = @account_id::uuid, updated_at = @now::timestamptz
    WHERE registrations.id = @id AND state = 'open'
    RETURNING id, invitation_id, last_completed_step)
INSERT INTO registration_events (id, registration_id, kind, actor, step, at)
SELECT @event_id, id, 'paid', CASE WHEN invitation_id IS NULL THEN 'registrant' ELSE 'invitee' END, last_completed_step, @now::timestamptz FROM paid;

-- name: PickForExpiry :many
-- Skips registrations with a payment in progress. Only ids below begun_id can have expired: an id contains the start time, and a registration
-- lives at least a day (signups.Life). The query selects by id, because no step changes it.
SELECT id FROM registrations WHERE state = 'open' AND id < @begun_id AND expires_at <= @now AND paying_since IS NULL
ORDER BY id LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: ExpireRegistrations :exec
-- With the events. event_ids pair with ids.
WITH gone AS (
    UPDATE registrations SET state = 'expired' WHERE registrations.id = ANY (@ids::uuid[])
    RETURNING id, last_completed_step)
INSERT INTO registration_events (id, registration_id, kind, actor, step, at)
SELECT (@event_ids::uuid[])[array_position(@ids::uuid[], gone.id)], gone.id, 'expired', 'system', gone.last_completed_step, @now::timestamptz FROM gone;

-- name: PickExpiredForPurge :many
-- A registration that expired before a time also started before it. So the query needs to read only ids below before_id, the first id of that time.
SELECT id, person_id FROM registrations WHERE state = 'expired' AND purged_at IS NULL AND id < @before_id AND expires_at < @before
ORDER BY id LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: PickPaidForPurge :many
-- A registration that was paid before a time also started before it (before_id).
SELECT id FROM registrations WHERE state = 'paid' AND purged_at IS NULL AND id < @before_id AND paid_at < @before::timestamptz
ORDER BY id LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: PurgeRegistrations :exec
-- Removes the entered data and inserts the events. event_ids pair with ids. A paid registration keeps its references and choices. The person's data
-- lives on in the account.
WITH purged AS (
    UPDATE registrations SET purged_at = @now::timestamptz, email_hash = NULL, co_parent_email_hash = NULL, draft = NULL
    WHERE registrations.id = ANY (@ids::uuid[])
    RETURNING id, last_completed_step)
INSERT INTO registration_events (id, registration_id, kind, actor, step, at)
SELECT (@event_ids::uuid[])[array_position(@ids::uuid[], purged.id)], purged.id, 'purged', 'system', purged.last_completed_step, @now::timestamptz FROM purged;

-- name: LockRegistrationsNaming :many
-- Registrations with a co-parent at one of these email addresses. A purge removes the hash, so the conditions on state and purged_at exclude none. They
-- make the query scan only the index entries of open and unpurged registrations, which are few.
SELECT * FROM registrations WHERE co_parent_email_hash = ANY (@email_hashes::bytea[])
  AND (state = 'open' OR state IN ('paid', 'expired') AND purged_at IS NULL)
ORDER BY id FOR UPDATE;

-- name: ForgetCoParent :exec
-- Removes the co-parent from a registration. draft no longer contains them.
UPDATE registrations SET draft = @draft, co_parent_email_hash = NULL, last_completed_step = @last_completed_step WHERE id = @id;

-- name: PickRegistrationsToRehash :many
-- Registrations with hashes of email addresses, and the data to compute these again.
SELECT * FROM registrations WHERE id > @after_id AND draft IS NOT NULL ORDER BY id LIMIT @batch FOR UPDATE;

-- name: RehashRegistration :exec
UPDATE registrations SET email_hash = @email_hash, co_parent_email_hash = @co_parent_email_hash WHERE id = @id;

-- name: ListRegistrationEvents :many
SELECT * FROM registration_events WHERE registration_id = @registration_id ORDER BY id;

-- name: ListRegistrations :many
-- For operators: newest first, older than the cursor.
SELECT * FROM registrations WHERE id < @before_id ORDER BY id DESC LIMIT @batch;

-- name: ListRegistrationsByEmail :many
-- ListRegistrations for parents with one of these addresses, in one state or in any. An open registration counts as expired after its time,
-- unless a payment is in progress.
SELECT * FROM registrations WHERE email_hash = ANY (@email_hashes::bytea[]) AND id < @before_id
  AND (@state::text = ''
    OR state = @state::text AND (state <> 'open' OR paying_since IS NOT NULL OR expires_at > @now)
    OR @state::text = 'expired' AND state = 'open' AND paying_since IS NULL AND expires_at <= @now)
ORDER BY id DESC LIMIT @batch;

-- name: ListRegistrationsInState :many
-- ListRegistrations for one state. An open registration counts as expired after its time, unless a payment is in progress. Only ids below
-- begun_id can have expired (see PickForExpiry). The branches of the other states don't run.
SELECT * FROM registrations WHERE id IN (
    (SELECT r.id FROM registrations r
     WHERE @state::text = 'open' AND r.state = 'open' AND (r.paying_since IS NOT NULL OR r.expires_at > @now)
       AND r.id < @before_id ORDER BY r.id DESC LIMIT @batch)
    UNION ALL
    (SELECT r.id FROM registrations r
     WHERE @state::text <> 'open' AND r.state = @state::text AND r.id < @before_id ORDER BY r.id DESC LIMIT @batch)
    UNION ALL
    (SELECT r.id FROM registrations r
     WHERE @state::text = 'expired' AND r.state = 'open' AND r.id < @begun_id AND r.paying_since IS NULL AND r.expires_at <= @now
       AND r.id < @before_id ORDER BY r.id DESC LIMIT @batch))
ORDER BY id DESC LIMIT @batch;
