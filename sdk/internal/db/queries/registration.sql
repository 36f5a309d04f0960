-- name: SaveRegistration :execrows
-- Writes a registration with its event and, where the call has an idempotency key (keyed), the answer that is kept for
-- the same call sent again: all of it, or nothing. A new registration is inserted, with the key of its person where that
-- is kept here (person_key). One that exists is changed if it is still the version that was read (seen). Returns 0 where
-- it has changed since. Breaks the key of idempotency_records where the call has been answered since.
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
-- What a new registration is decided on, as ReadForStep reads it for one that exists.
SELECT COALESCE((SELECT max(v.version) FROM catalog_versions v), 0)::integer AS catalog_version,
    i.request_hash, i.outcome, i.answer, i.lease_until, i.expires_at AS kept_until, l.count AS duplicates, l.ends_at AS duplicates_until
FROM (SELECT 1) AS one
LEFT JOIN idempotency_records i ON i.scope = @scope AND i.key_hash = @call_hash
LEFT JOIN rate_limits l ON l.scope = 'duplicate' AND l.subject = @subject;

-- name: GetRegistration :one
SELECT * FROM registrations WHERE id = @id;

-- name: ReadForQuote :one
-- The row, and the catalogue in force (0: none yet).
SELECT sqlc.embed(r), COALESCE((SELECT max(v.version) FROM catalog_versions v), 0)::integer AS catalog_version FROM registrations r WHERE r.id = @id;

-- name: ReadForStep :one
-- What a change of a registration is decided on: the row with its version, the catalogue in force (0: none yet),
-- what is kept of the same call sent before, and how often the caller's address was told of an account.
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
-- With its event, in one statement.
WITH paid AS (
    UPDATE registrations SET state = 'paid', paid_at = @now::timestamptz, paying_since = NULL,
        account_id = @account_id::uuid, updated_at = @now::timestamptz
    WHERE registrations.id = @id AND state = 'open'
    RETURNING id, invitation_id, last_completed_step)
INSERT INTO registration_events (id, registration_id, kind, actor, step, at)
SELECT @event_id, id, 'paid', CASE WHEN invitation_id IS NULL THEN 'registrant' ELSE 'invitee' END, last_completed_step, @now::timestamptz FROM paid;

-- name: PickForExpiry :many
-- One that is being paid is left until its payment is settled. None of begun_id and above can have run out: it is found
-- by when it began, which no step changes.
SELECT id FROM registrations WHERE state = 'open' AND id < @begun_id AND expires_at <= @now AND paying_since IS NULL
ORDER BY id LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: ExpireRegistrations :exec
-- With the events, whose ids come in pairs with the registrations'.
WITH gone AS (
    UPDATE registrations SET state = 'expired' WHERE registrations.id = ANY (@ids::uuid[])
    RETURNING id, last_completed_step)
INSERT INTO registration_events (id, registration_id, kind, actor, step, at)
SELECT (@event_ids::uuid[])[array_position(@ids::uuid[], gone.id)], gone.id, 'expired', 'system', gone.last_completed_step, @now::timestamptz FROM gone;

-- name: PickExpiredForPurge :many
-- What ran out before began before, too (before_id): it is found by that.
SELECT id, person_id FROM registrations WHERE state = 'expired' AND purged_at IS NULL AND id < @before_id AND expires_at < @before
ORDER BY id LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: PickPaidForPurge :many
-- What was paid before began before, too (before_id).
SELECT id FROM registrations WHERE state = 'paid' AND purged_at IS NULL AND id < @before_id AND paid_at < @before::timestamptz
ORDER BY id LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: PurgeRegistrations :exec
-- Takes out what was entered, with the events, whose ids come in pairs with the registrations'. A paid one keeps its references
-- and what was chosen; the person's data lives on in the account.
WITH purged AS (
    UPDATE registrations SET purged_at = @now::timestamptz, email_hash = NULL, co_parent_email_hash = NULL, draft = NULL
    WHERE registrations.id = ANY (@ids::uuid[])
    RETURNING id, last_completed_step)
INSERT INTO registration_events (id, registration_id, kind, actor, step, at)
SELECT (@event_ids::uuid[])[array_position(@ids::uuid[], purged.id)], purged.id, 'purged', 'system', purged.last_completed_step, @now::timestamptz FROM purged;

-- name: LockRegistrationsNaming :many
-- Registrations whose co-parent has one of these addresses: few are unpurged at any time.
SELECT * FROM registrations WHERE co_parent_email_hash = ANY (@email_hashes::bytea[])
  AND (state = 'open' OR state IN ('paid', 'expired') AND purged_at IS NULL)
ORDER BY id FOR UPDATE;

-- name: ForgetCoParent :exec
-- Takes the co-parent out of a registration: draft is without them.
UPDATE registrations SET draft = @draft, co_parent_email_hash = NULL, last_completed_step = @last_completed_step WHERE id = @id;

-- name: PickRegistrationsToRehash :many
-- Registrations that are found by hashes of e-mail addresses, with what these were made of.
SELECT * FROM registrations WHERE id > @after_id AND draft IS NOT NULL ORDER BY id LIMIT @batch FOR UPDATE;

-- name: RehashRegistration :exec
UPDATE registrations SET email_hash = @email_hash, co_parent_email_hash = @co_parent_email_hash WHERE id = @id;

-- name: ListRegistrationEvents :many
SELECT * FROM registration_events WHERE registration_id = @registration_id ORDER BY id;

-- name: ListRegistrations :many
-- For operators: newest first, older than the cursor.
SELECT * FROM registrations WHERE id < @before_id ORDER BY id DESC LIMIT @batch;

-- name: ListRegistrationsByEmail :many
-- The same, of the parents with one of these addresses, in one state or in any. An open one whose time is over counts as expired.
SELECT * FROM registrations WHERE email_hash = ANY (@email_hashes::bytea[]) AND id < @before_id
  AND (@state::text = ''
    OR state = @state::text AND (state <> 'open' OR paying_since IS NOT NULL OR expires_at > @now)
    OR @state::text = 'expired' AND state = 'open' AND paying_since IS NULL AND expires_at <= @now)
ORDER BY id DESC LIMIT @batch;

-- name: ListRegistrationsInState :many
-- The same, of those in one state. An open one whose time is over counts as expired; none of begun_id and above can have run
-- out. The branches of the other states aren't run.
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
