-- name: InsertRegistration :exec
-- With its first event, in one statement.
WITH added AS (
    INSERT INTO registrations (id, key_hash, invitation_id, state, created_at,
        last_completed_step, custom_pending, parent_first_name, parent_last_name, parent_email, parent_email_key,
        parent_phone_country_code, parent_phone_number, parent_phone_key, parent_time_zone,
        parent_duplicate_confirmed, co_parent, knows_co_parent_email, co_parent_duplicate_confirmed, children,
        package_id, product_id, services, pay_for_coparent, address, confirmed_country, pricing_group, referral,
        security_question, security_answer_hash, security_code_hash, referrer_key, selection_code, anonymous_id,
        analytics_identify, arms, locale, updated_at, expires_at)
    VALUES (@id, @key_hash, @invitation_id, 'open', @created_at,
        @last_completed_step, @custom_pending, @parent_first_name, @parent_last_name, @parent_email,
        @parent_email_key, @parent_phone_country_code, @parent_phone_number, @parent_phone_key, @parent_time_zone,
        @parent_duplicate_confirmed, @co_parent, @knows_co_parent_email, @co_parent_duplicate_confirmed, @children,
        @package_id, @product_id, @services, @pay_for_coparent, @address, @confirmed_country, @pricing_group,
        @referral, @security_question, @security_answer_hash, @security_code_hash, @referrer_key, @selection_code,
        @anonymous_id, @analytics_identify, @arms, @locale, @updated_at, @expires_at)
    RETURNING id, last_completed_step, updated_at)
INSERT INTO registration_events (id, registration_id, kind, actor, sections, step, at)
SELECT @event_id, id, 'created', @actor, @sections, last_completed_step, updated_at FROM added;

-- name: InsertAnswered :exec
-- InsertRegistration with the answer that is kept for the same call sent again: all of it, or nothing. It
-- breaks the key of idempotency_records where the call has been answered meanwhile.
WITH added AS (
    INSERT INTO registrations (id, key_hash, invitation_id, state, created_at,
        last_completed_step, custom_pending, parent_first_name, parent_last_name, parent_email, parent_email_key,
        parent_phone_country_code, parent_phone_number, parent_phone_key, parent_time_zone,
        parent_duplicate_confirmed, co_parent, knows_co_parent_email, co_parent_duplicate_confirmed, children,
        package_id, product_id, services, pay_for_coparent, address, confirmed_country, pricing_group, referral,
        security_question, security_answer_hash, security_code_hash, referrer_key, selection_code, anonymous_id,
        analytics_identify, arms, locale, updated_at, expires_at)
    VALUES (@id, @key_hash, @invitation_id, 'open', @created_at,
        @last_completed_step, @custom_pending, @parent_first_name, @parent_last_name, @parent_email,
        @parent_email_key, @parent_phone_country_code, @parent_phone_number, @parent_phone_key, @parent_time_zone,
        @parent_duplicate_confirmed, @co_parent, @knows_co_parent_email, @co_parent_duplicate_confirmed, @children,
        @package_id, @product_id, @services, @pay_for_coparent, @address, @confirmed_country, @pricing_group,
        @referral, @security_question, @security_answer_hash, @security_code_hash, @referrer_key, @selection_code,
        @anonymous_id, @analytics_identify, @arms, @locale, @updated_at, @expires_at)
    RETURNING id, last_completed_step, updated_at),
kept AS (
    INSERT INTO idempotency_records (scope, key_hash, request_hash, outcome, answer, created_at, expires_at)
    SELECT @scope, @call_hash, @request_hash, 'answer', @answer, @now, @keep_until FROM added)
INSERT INTO registration_events (id, registration_id, kind, actor, sections, step, at)
SELECT @event_id, id, 'created', @actor, @sections, last_completed_step, updated_at FROM added;

-- name: ReadForCreation :one
-- What a new registration is decided on, as ReadForSteps reads it for old ones.
SELECT COALESCE((SELECT max(v.version) FROM catalog_versions v), 0)::integer AS catalog_version,
    EXISTS (SELECT 1 FROM idempotency_records i WHERE i.scope = @scope AND i.key_hash = @call_hash) AS repeated,
    COALESCE((SELECT l.count FROM rate_limits l WHERE l.scope = 'duplicate' AND l.subject = @subject AND l.ends_at > @now), 0)::integer AS duplicates;

-- name: GetRegistration :one
SELECT * FROM registrations WHERE id = @id;

-- name: ReadForSteps :many
-- What changes of registrations are decided on, those of several calls in one statement, 16 at most: the row and its
-- version (seen), the catalogue in force (0: none yet), whether the call's idempotency key is known already, and how
-- often the caller's address was told of an account. The place is the call's in the arrays, from 1; a registration
-- that isn't there gives no row. By the limit Postgres takes any number of calls for sixteen: it would make a plan anew
-- for each number that it knew of, which takes longer than the answers.
SELECT e.place::integer AS place, sqlc.embed(r), r.xmin::text AS seen,
    COALESCE((SELECT max(v.version) FROM catalog_versions v), 0)::integer AS catalog_version,
    COALESCE((SELECT true FROM idempotency_records i WHERE i.scope = e.scope AND i.key_hash = e.call_hash), false)::boolean AS repeated,
    COALESCE((SELECT l.count FROM rate_limits l WHERE l.scope = 'duplicate' AND l.subject = e.subject AND l.ends_at > @now), 0)::integer AS duplicates
FROM (SELECT p.place, (@ids::uuid[])[p.place] AS id, (@scopes::text[])[p.place] AS scope, (@call_hashes::bytea[])[p.place] AS call_hash,
        (@subjects::bytea[])[p.place] AS subject
    FROM generate_subscripts(@ids::uuid[], 1) AS p (place) LIMIT 16) AS e
JOIN registrations r ON r.id = e.id;

-- name: LockRegistration :one
SELECT * FROM registrations WHERE id = @id FOR UPDATE;

-- name: SaveRegistration :exec
-- With the event of the change, in one statement.
WITH saved AS (
    UPDATE registrations SET
        last_completed_step = @last_completed_step, custom_pending = @custom_pending,
        parent_first_name = @parent_first_name, parent_last_name = @parent_last_name, parent_email = @parent_email,
        parent_email_key = @parent_email_key, parent_phone_country_code = @parent_phone_country_code,
        parent_phone_number = @parent_phone_number, parent_phone_key = @parent_phone_key,
        parent_time_zone = @parent_time_zone, parent_duplicate_confirmed = @parent_duplicate_confirmed,
        co_parent = @co_parent, knows_co_parent_email = @knows_co_parent_email,
        co_parent_duplicate_confirmed = @co_parent_duplicate_confirmed, children = @children,
        package_id = @package_id, product_id = @product_id, services = @services,
        pay_for_coparent = @pay_for_coparent, address = @address, confirmed_country = @confirmed_country,
        pricing_group = @pricing_group, referral = @referral, security_question = @security_question,
        security_answer_hash = @security_answer_hash, security_code_hash = @security_code_hash,
        referrer_key = @referrer_key, selection_code = @selection_code, anonymous_id = @anonymous_id,
        analytics_identify = @analytics_identify, locale = @locale, updated_at = @updated_at, expires_at = @expires_at
    WHERE registrations.id = @id
    RETURNING id, last_completed_step, updated_at)
INSERT INTO registration_events (id, registration_id, kind, actor, sections, step, at)
SELECT @event_id, id, @kind, @actor, @sections, last_completed_step, updated_at FROM saved;

-- name: SaveStep :execrows
-- SaveRegistration for a row that nobody has changed since it was read (seen), with the answer that is kept
-- for the same call sent again: all of it, or nothing. It gives 0 where the row has changed, and breaks the
-- key of idempotency_records where the call has been answered meanwhile.
WITH saved AS (
    UPDATE registrations SET
        last_completed_step = @last_completed_step, custom_pending = @custom_pending,
        parent_first_name = @parent_first_name, parent_last_name = @parent_last_name, parent_email = @parent_email,
        parent_email_key = @parent_email_key, parent_phone_country_code = @parent_phone_country_code,
        parent_phone_number = @parent_phone_number, parent_phone_key = @parent_phone_key,
        parent_time_zone = @parent_time_zone, parent_duplicate_confirmed = @parent_duplicate_confirmed,
        co_parent = @co_parent, knows_co_parent_email = @knows_co_parent_email,
        co_parent_duplicate_confirmed = @co_parent_duplicate_confirmed, children = @children,
        package_id = @package_id, product_id = @product_id, services = @services,
        pay_for_coparent = @pay_for_coparent, address = @address, confirmed_country = @confirmed_country,
        pricing_group = @pricing_group, referral = @referral, security_question = @security_question,
        security_answer_hash = @security_answer_hash, security_code_hash = @security_code_hash,
        referrer_key = @referrer_key, selection_code = @selection_code, anonymous_id = @anonymous_id,
        analytics_identify = @analytics_identify, locale = @locale, updated_at = @updated_at, expires_at = @expires_at
    WHERE registrations.id = @id AND registrations.xmin = CAST(@seen::text AS xid)
    RETURNING id, last_completed_step, updated_at),
kept AS (
    INSERT INTO idempotency_records (scope, key_hash, request_hash, outcome, answer, created_at, expires_at)
    SELECT @scope, @call_hash, @request_hash, 'answer', @answer, @now, @keep_until FROM saved WHERE @keyed::boolean)
INSERT INTO registration_events (id, registration_id, kind, actor, sections, step, at)
SELECT @event_id, id, @kind, @actor, @sections, last_completed_step, updated_at FROM saved;

-- name: MarkRegistrationPaying :exec
UPDATE registrations SET paying_since = @now::timestamptz WHERE id = @id AND state = 'open' AND paying_since IS NULL;

-- name: ClearRegistrationPaying :exec
UPDATE registrations SET paying_since = NULL WHERE id = @id AND state = 'open';

-- name: MarkRegistrationPaid :execrows
-- With its event, in one statement.
WITH paid AS (
    UPDATE registrations SET state = 'paid', paying_since = NULL, paid_at = @now::timestamptz,
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
