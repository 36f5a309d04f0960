-- name: InsertRegistration :exec
INSERT INTO registrations (id, key_hash, invitation_id, state, last_completed_step, pricing_group,
    referrer_key, anonymous_id, analytics_identify, locale, created_at, updated_at, expires_at)
VALUES (@id, @key_hash, @invitation_id, 'open', 0, @pricing_group,
    @referrer_key, @anonymous_id, @analytics_identify, @locale, @now, @now, @expires_at);

-- name: GetRegistration :one
SELECT * FROM registrations WHERE id = @id;

-- name: LockRegistration :one
SELECT * FROM registrations WHERE id = @id FOR UPDATE;

-- name: SaveRegistration :exec
UPDATE registrations SET
    last_completed_step = @last_completed_step, custom_pending = @custom_pending,
    parent_first_name = @parent_first_name, parent_last_name = @parent_last_name,
    parent_email = @parent_email, parent_email_key = @parent_email_key,
    parent_phone_country_code = @parent_phone_country_code, parent_phone_number = @parent_phone_number,
    parent_phone_key = @parent_phone_key, parent_time_zone = @parent_time_zone,
    parent_duplicate_confirmed = @parent_duplicate_confirmed,
    co_parent = @co_parent, knows_co_parent_email = @knows_co_parent_email,
    co_parent_duplicate_confirmed = @co_parent_duplicate_confirmed, children = @children,
    package_id = @package_id, product_id = @product_id, services = @services, pay_for_coparent = @pay_for_coparent,
    address = @address, confirmed_country = @confirmed_country, pricing_group = @pricing_group, referral = @referral,
    security_question = @security_question, security_answer_hash = @security_answer_hash,
    security_code_hash = @security_code_hash,
    referrer_key = @referrer_key, selection_code = @selection_code, anonymous_id = @anonymous_id,
    analytics_identify = @analytics_identify, locale = @locale,
    updated_at = @updated_at, expires_at = @expires_at
WHERE id = @id;

-- name: MarkRegistrationPaying :execrows
UPDATE registrations SET paying_since = @now::timestamptz WHERE id = @id AND state = 'open' AND paying_since IS NULL;

-- name: ClearRegistrationPaying :execrows
UPDATE registrations SET paying_since = NULL WHERE id = @id AND state = 'open';

-- name: MarkRegistrationPaid :execrows
UPDATE registrations SET state = 'paid', paying_since = NULL, paid_at = @now::timestamptz, account_id = @account_id::uuid, updated_at = @now::timestamptz
WHERE id = @id AND state = 'open';

-- name: ExpireRegistrations :many
-- Marks a batch of open registrations whose time is over. One that is being paid is left until its payment is settled.
UPDATE registrations SET state = 'expired'
WHERE id IN (
    SELECT r.id FROM registrations r WHERE r.state = 'open' AND r.expires_at <= @now AND r.paying_since IS NULL
    ORDER BY r.expires_at LIMIT @batch FOR UPDATE SKIP LOCKED)
RETURNING id, last_completed_step;

-- name: PurgeRegistrations :many
-- Takes the personal data out of a batch of registrations that expired before the given time.
UPDATE registrations SET purged_at = @now::timestamptz, custom_pending = false,
    parent_first_name = NULL, parent_last_name = NULL, parent_email = NULL, parent_email_key = NULL,
    parent_phone_country_code = NULL, parent_phone_number = NULL, parent_phone_key = NULL, parent_time_zone = NULL,
    co_parent = NULL, children = '[]', address = NULL, referral = NULL,
    security_question = NULL, security_answer_hash = NULL, security_code_hash = NULL,
    referrer_key = NULL, anonymous_id = NULL
WHERE id IN (
    SELECT r.id FROM registrations r WHERE r.state = 'expired' AND r.purged_at IS NULL AND r.expires_at < @before
    ORDER BY r.expires_at LIMIT @batch FOR UPDATE SKIP LOCKED)
RETURNING id, last_completed_step;

-- name: StripPaidRegistration :exec
-- A paid registration keeps references and what was ordered; the person's data lives on in the account.
UPDATE registrations SET security_question = NULL, security_answer_hash = NULL, security_code_hash = NULL,
    children = '[]', referral = NULL, anonymous_id = NULL
WHERE id = @id AND state = 'paid';

-- name: InsertRegistrationEvent :exec
INSERT INTO registration_events (id, registration_id, kind, actor, sections, step, at)
VALUES (@id, @registration_id, @kind, @actor, @sections, @step, @at);

-- name: ListRegistrationEvents :many
SELECT * FROM registration_events WHERE registration_id = @registration_id ORDER BY at, id;
