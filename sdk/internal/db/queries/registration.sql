-- name: SaveRegistration :execrows
-- Writes a registration with its event and, where the call has an idempotency key (keyed), the answer that is kept for
-- the same call sent again: all of it, or nothing. A new registration is inserted. One that exists is changed if it is
-- still the version that was read (seen); where seen is null the caller holds its lock. Returns 0 where it has changed
-- since. Breaks the key of idempotency_records where the call has been answered since.
WITH saved AS (
    INSERT INTO registrations AS r (
        id, key_hash, invitation_id, state, created_at, last_completed_step, custom_pending, parent_first_name,
        parent_last_name, parent_email, parent_email_key, parent_phone_country_code, parent_phone_number,
        parent_phone_key, parent_time_zone, parent_duplicate_confirmed, co_parent, knows_co_parent_email,
        co_parent_duplicate_confirmed, children, package_id, product_id, services, pay_for_coparent, address,
        confirmed_country, pricing_group, referral, security_question, security_answer_hash, security_code_hash,
        referrer_key, selection_code, anonymous_id, analytics_identify, arms, locale, updated_at, expires_at)
    VALUES (@id, @key_hash, @invitation_id, 'open', @created_at,
        @last_completed_step, @custom_pending, @parent_first_name, @parent_last_name, @parent_email,
        @parent_email_key, @parent_phone_country_code, @parent_phone_number, @parent_phone_key, @parent_time_zone,
        @parent_duplicate_confirmed, @co_parent, @knows_co_parent_email, @co_parent_duplicate_confirmed, @children,
        @package_id, @product_id, @services, @pay_for_coparent, @address, @confirmed_country, @pricing_group,
        @referral, @security_question, @security_answer_hash, @security_code_hash, @referrer_key, @selection_code,
        @anonymous_id, @analytics_identify, @arms, @locale, @updated_at, @expires_at)
    ON CONFLICT (id) DO UPDATE SET
        last_completed_step = EXCLUDED.last_completed_step, custom_pending = EXCLUDED.custom_pending,
        parent_first_name = EXCLUDED.parent_first_name, parent_last_name = EXCLUDED.parent_last_name,
        parent_email = EXCLUDED.parent_email, parent_email_key = EXCLUDED.parent_email_key,
        parent_phone_country_code = EXCLUDED.parent_phone_country_code,
        parent_phone_number = EXCLUDED.parent_phone_number, parent_phone_key = EXCLUDED.parent_phone_key,
        parent_time_zone = EXCLUDED.parent_time_zone,
        parent_duplicate_confirmed = EXCLUDED.parent_duplicate_confirmed, co_parent = EXCLUDED.co_parent,
        knows_co_parent_email = EXCLUDED.knows_co_parent_email,
        co_parent_duplicate_confirmed = EXCLUDED.co_parent_duplicate_confirmed, children = EXCLUDED.children,
        package_id = EXCLUDED.package_id, product_id = EXCLUDED.product_id, services = EXCLUDED.services,
        pay_for_coparent = EXCLUDED.pay_for_coparent, address = EXCLUDED.address,
        confirmed_country = EXCLUDED.confirmed_country, pricing_group = EXCLUDED.pricing_group,
        referral = EXCLUDED.referral, security_question = EXCLUDED.security_question,
        security_answer_hash = EXCLUDED.security_answer_hash, security_code_hash = EXCLUDED.security_code_hash,
        referrer_key = EXCLUDED.referrer_key, selection_code = EXCLUDED.selection_code,
        anonymous_id = EXCLUDED.anonymous_id, analytics_identify = EXCLUDED.analytics_identify,
        locale = EXCLUDED.locale, updated_at = EXCLUDED.updated_at, expires_at = EXCLUDED.expires_at
    WHERE sqlc.narg(seen)::text IS NULL OR r.xmin = sqlc.narg(seen)::text::xid
    RETURNING id, last_completed_step, updated_at),
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

-- name: ReadForStep :one
-- What a change of a registration is decided on: the row and its version (seen), the catalogue in force (0: none yet),
-- what is kept of the same call sent before, and how often the caller's address was told of an account.
SELECT sqlc.embed(r), r.xmin::text AS seen, COALESCE((SELECT max(v.version) FROM catalog_versions v), 0)::integer AS catalog_version,
    i.request_hash, i.outcome, i.answer, i.lease_until, i.expires_at AS kept_until, l.count AS duplicates, l.ends_at AS duplicates_until
FROM registrations r
LEFT JOIN idempotency_records i ON i.scope = @scope AND i.key_hash = @call_hash
LEFT JOIN rate_limits l ON l.scope = 'duplicate' AND l.subject = @subject
WHERE r.id = @id;

-- name: LockRegistration :one
SELECT * FROM registrations WHERE id = @id FOR UPDATE;

-- name: LockRegistrationOfOrder :one
SELECT * FROM registrations WHERE id = (SELECT o.registration_id FROM orders o WHERE o.id = @order_id) FOR UPDATE;

-- name: MarkRegistrationPaying :exec
UPDATE registrations SET paying_since = @now::timestamptz WHERE id = @id AND state = 'open' AND paying_since IS NULL;

-- name: ClearRegistrationPaying :exec
UPDATE registrations SET paying_since = NULL WHERE id = @id AND state = 'open';

-- name: MarkRegistrationPaid :execrows
-- With its event, in one statement.
WITH paid AS (
    UPDATE registrations SET state = 'paid', paid_at = @now::timestamptz,
        account_id = @account_id::uuid, updated_at = @now::timestamptz
    WHERE registrations.id = @id AND state = 'open'
    RETURNING id, invitation_id, last_completed_step)
INSERT INTO registration_events (id, registration_id, kind, actor, step, at)
SELECT @event_id, id, 'paid', CASE WHEN invitation_id IS NULL THEN 'registrant' ELSE 'invitee' END, last_completed_step, @now::timestamptz FROM paid;

-- name: PickForExpiry :many
-- One that is being paid is left until its payment is settled. None that began after begun can have run out: it is
-- found by when it began, which no step changes.
SELECT id FROM registrations WHERE state = 'open' AND created_at <= @begun AND expires_at <= @now AND paying_since IS NULL
ORDER BY created_at LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: ExpireRegistrations :exec
-- With the events, whose ids come in pairs with the registrations'.
WITH gone AS (
    UPDATE registrations SET state = 'expired' WHERE registrations.id = ANY (@ids::uuid[])
    RETURNING id, last_completed_step)
INSERT INTO registration_events (id, registration_id, kind, actor, step, at)
SELECT (@event_ids::uuid[])[array_position(@ids::uuid[], gone.id)], gone.id, 'expired', 'system', gone.last_completed_step, @now::timestamptz FROM gone;

-- name: PickExpiredForPurge :many
-- What ran out before began before, too: it is found by that.
SELECT id FROM registrations WHERE state = 'expired' AND purged_at IS NULL AND created_at < @before AND expires_at < @before
ORDER BY created_at LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: PickPaidForPurge :many
SELECT id FROM registrations WHERE state = 'paid' AND purged_at IS NULL AND paid_at < @before::timestamptz
ORDER BY paid_at LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: PurgeRegistrations :exec
-- Takes the personal data out, with the events, whose ids come in pairs with the registrations'. A paid one keeps its references and what was ordered; the
-- person's data lives on in the account.
WITH purged AS (
    UPDATE registrations SET purged_at = @now::timestamptz, custom_pending = false,
        parent_first_name = NULL, parent_last_name = NULL, parent_email = NULL, parent_email_key = NULL,
        parent_phone_country_code = NULL, parent_phone_number = NULL, parent_phone_key = NULL, parent_time_zone = NULL,
        co_parent = NULL, children = '[]', address = NULL, referral = NULL,
        security_question = NULL, security_answer_hash = NULL, security_code_hash = NULL, anonymous_id = NULL
    WHERE registrations.id = ANY (@ids::uuid[])
    RETURNING id, last_completed_step)
INSERT INTO registration_events (id, registration_id, kind, actor, step, at)
SELECT (@event_ids::uuid[])[array_position(@ids::uuid[], purged.id)], purged.id, 'purged', 'system', purged.last_completed_step, @now::timestamptz FROM purged;

-- name: ListRegistrationEvents :many
SELECT * FROM registration_events WHERE registration_id = @registration_id ORDER BY at, id;

-- name: ListRegistrations :many
-- For operators: newest first, older than the cursor.
SELECT * FROM registrations
WHERE id < @before_id AND (sqlc.narg(only_id)::uuid IS NULL OR id = sqlc.narg(only_id)::uuid)
  AND (@email_key::text = '' OR parent_email_key = @email_key::text)
ORDER BY id DESC LIMIT @batch;

-- name: ListRegistrationsInState :many
-- The same, of those in one state. An open one whose time is over counts as expired; none that began after begun can have run
-- out. Each state has an index of its own, which its words here must name; the branches of the other states aren't run.
SELECT * FROM registrations WHERE id IN (
    (SELECT r.id FROM registrations r
     WHERE @state::text = 'open' AND r.state = 'open' AND (r.paying_since IS NOT NULL OR r.expires_at > @now)
       AND r.id < @before_id AND (@email_key::text = '' OR r.parent_email_key = @email_key::text) ORDER BY r.id DESC LIMIT @batch)
    UNION ALL
    (SELECT r.id FROM registrations r
     WHERE @state::text = 'paid' AND r.state = 'paid'
       AND r.id < @before_id AND (@email_key::text = '' OR r.parent_email_key = @email_key::text) ORDER BY r.id DESC LIMIT @batch)
    UNION ALL
    (SELECT r.id FROM registrations r
     WHERE @state::text = 'expired' AND r.state = 'expired'
       AND r.id < @before_id AND (@email_key::text = '' OR r.parent_email_key = @email_key::text) ORDER BY r.id DESC LIMIT @batch)
    UNION ALL
    (SELECT r.id FROM registrations r
     WHERE @state::text = 'expired' AND r.state = 'open' AND r.created_at <= @begun AND r.paying_since IS NULL AND r.expires_at <= @now
       AND r.id < @before_id AND (@email_key::text = '' OR r.parent_email_key = @email_key::text) ORDER BY r.id DESC LIMIT @batch))
ORDER BY id DESC LIMIT @batch;
