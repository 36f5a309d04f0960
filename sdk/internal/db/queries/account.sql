-- name: InsertFamily :exec
INSERT INTO families (id, created_at) VALUES (@id, @created_at);

-- name: InsertAccount :execrows
-- No row: the e-mail address belongs to an account already.
INSERT INTO accounts (id, kind, state, family_id, family_role, first_name, last_name, name_key, email, email_key,
    phone_country_code, phone_number, phone_key, time_zone, address, country, referral_selection, referral_other,
    security_question, security_answer_hash, security_code_hash, locale, marketing_opt_in, agreed_to_terms_at,
    created_at, updated_at)
VALUES (@id, @kind, @state, @family_id, @family_role, @first_name, @last_name, @name_key, @email, @email_key,
    @phone_country_code, @phone_number, @phone_key, @time_zone, @address, @country, @referral_selection, @referral_other,
    @security_question, @security_answer_hash, @security_code_hash, @locale, @marketing_opt_in, @agreed_to_terms_at,
    @now, @now)
ON CONFLICT (email_key) WHERE email_key IS NOT NULL DO NOTHING;

-- name: InsertInvitedAccount :execrows
-- No row: the e-mail address belongs to an account already.
INSERT INTO accounts (id, kind, state, family_id, family_role, first_name, last_name, name_key, email, email_key,
    phone_country_code, phone_number, phone_key, locale, created_by, created_at, updated_at)
VALUES (@id, 'parent', 'invited', @family_id, @family_role, @first_name, @last_name, @name_key, @email, @email_key,
    @phone_country_code, @phone_number, @phone_key, @locale, @created_by, @now, @now)
ON CONFLICT (email_key) WHERE email_key IS NOT NULL DO NOTHING;

-- name: LockEmails :exec
-- Until the transaction ends nobody else gives these addresses to an account. Always in this order, so that no two
-- transactions wait for each other.
SELECT pg_advisory_xact_lock(k.hash) FROM (SELECT DISTINCT hashtextextended(unnest(@keys::text[]), 0) AS hash ORDER BY 1) k;

-- name: TakeEmailFromInvited :exec
-- A person who pays gets their own address, even if they were invited by it a moment ago: it is removed from the
-- invited account, whose invitation notes that.
WITH released AS (
    UPDATE accounts SET email_key = NULL, updated_at = @now
    WHERE accounts.email_key = @email_key::text AND accounts.state = 'invited'
    RETURNING id)
UPDATE invitations SET email_taken = true, updated_at = @now
FROM released WHERE invitations.account_id = released.id AND invitations.state = 'open';

-- name: GetAccount :one
SELECT * FROM accounts WHERE id = @id;

-- name: FindAccountByEmail :one
SELECT * FROM accounts WHERE email_key = @email_key::text;

-- name: ActivateAccount :exec
UPDATE accounts SET state = 'active', agreed_to_terms_at = @agreed_to_terms_at, updated_at = @now
WHERE id = @id;

-- name: AgreeToTerms :one
UPDATE accounts SET agreed_to_terms_at = COALESCE(agreed_to_terms_at, @now::timestamptz), updated_at = @now::timestamptz
WHERE id = @id RETURNING *;

-- name: SetMarketingOptIn :one
UPDATE accounts SET marketing_opt_in = @marketing_opt_in, updated_at = @now WHERE id = @id RETURNING *;

-- name: InsertChild :exec
INSERT INTO children (id, family_id, position, first_name, last_name, email, email_key, created_at)
VALUES (@id, @family_id, @position, @first_name, @last_name, @email, @email_key, @created_at);

-- name: ListChildren :many
SELECT * FROM children WHERE family_id = @family_id ORDER BY position;

-- name: InsertAccountEvent :exec
INSERT INTO account_events (id, account_id, kind, actor, at) VALUES (@id, @account_id, @kind, @actor, @at);

-- name: ListAccountEvents :many
SELECT * FROM account_events WHERE account_id = @account_id ORDER BY at, id;

-- name: CheckParentDuplicate :one
-- Both questions are always asked, so that the answer's time tells nothing.
SELECT
    EXISTS (SELECT 1 FROM accounts a WHERE a.email_key = @email_key::text)::boolean AS certain,
    EXISTS (SELECT 1 FROM accounts a WHERE a.phone_key = @phone_key::text AND a.name_key = @name_key::text
        AND a.email_key IS DISTINCT FROM @email_key::text)::boolean AS likely;

-- name: CheckCoParentDuplicate :one
-- certain: that person has already invited this parent. likely: that e-mail has an account, or that name
-- and phone have, in whichever family. Both are always asked.
SELECT
    EXISTS (SELECT 1 FROM invitations i JOIN accounts a ON a.id = i.inviter_account_id
        WHERE i.email_key = @parent_email_key::text AND i.state = 'open' AND i.expires_at > @now
          AND a.email_key = @email_key::text)::boolean AS certain,
    (EXISTS (SELECT 1 FROM accounts a WHERE a.email_key = @email_key::text)
      OR EXISTS (SELECT 1 FROM accounts a WHERE a.phone_key = @phone_key::text AND a.name_key = @name_key::text))::boolean AS likely;
