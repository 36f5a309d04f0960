-- name: InsertFamily :exec
-- Inserts a family with its two places. The account that starts it takes the first.
WITH family AS (INSERT INTO families (id, created_at) VALUES (@id, @created_at))
INSERT INTO seats (family_id, role, account_id) VALUES (@id, 'parent_a', @account_id), (@id, 'parent_b', NULL);

-- name: InsertAccount :one
-- Inserts an account with its first event. Returns 0 if another account has the email address. email_hashes are the hashes of the address under every
-- server secret. login_email_hash is NULL for a professional: their address counts only after they open the mailed link.
WITH account AS (
    INSERT INTO accounts (id, person_id, kind, state, login_email_hash, locale, marketing_opt_in, agreed_to_terms_at, address_proved_at, created_by, created_at, updated_at)
    SELECT @id, @person_id, @kind, @state, @login_email_hash, @locale, @marketing_opt_in, @agreed_to_terms_at, @address_proved_at, @created_by, @now, @now
    WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.login_email_hash = ANY (@email_hashes::bytea[]))
    ON CONFLICT (login_email_hash) WHERE login_email_hash IS NOT NULL DO NOTHING
    RETURNING id, created_at),
event AS (
    INSERT INTO account_events (id, account_id, kind, actor, at) SELECT @event_id, account.id, @event, @actor, account.created_at FROM account)
SELECT count(*) FROM account;

-- name: LockEmails :exec
-- Until the transaction ends, no other transaction can give these addresses to an account. The order is fixed, so that two transactions don't
-- deadlock.
SELECT pg_advisory_xact_lock(k.hash) FROM (SELECT DISTINCT hashtextextended(unnest(@keys::text[]), 0) AS hash ORDER BY 1) k;

-- name: MarkAddressTaken :exec
-- Marks open invitations to an address that now belongs to an account, except that account's own invitation.
UPDATE invitations SET email_taken = true, updated_at = @now
WHERE invitations.person_id = ANY (ARRAY(SELECT p.id FROM persons p WHERE p.email_hash = ANY (@email_hashes::bytea[])))
  AND invitations.state = 'open' AND invitations.user_id <> @user_id;

-- name: GetAccount :one
SELECT * FROM accounts WHERE id = @id;

-- name: GetAccountPerson :one
-- An account with its person, and the person's key if this database stores it.
SELECT sqlc.embed(a), p.sealed, p.country, k.wrapped FROM accounts a
JOIN persons p ON p.id = a.person_id LEFT JOIN person_keys k ON k.person_id = a.person_id
WHERE a.id = @id;

-- name: ReadForCredentials :one
-- GetAccountPerson, and whether the requested username is taken.
SELECT sqlc.embed(a), p.sealed, p.country, k.wrapped,
    EXISTS (SELECT 1 FROM credentials c WHERE c.username_hash = ANY (@username_hashes::bytea[]))::boolean AS taken
FROM accounts a JOIN persons p ON p.id = a.person_id LEFT JOIN person_keys k ON k.person_id = a.person_id
WHERE a.id = @id;

-- name: FindAccountByEmail :one
-- Takes the hashes of the address under every server secret.
SELECT * FROM accounts WHERE login_email_hash = ANY (@email_hashes::bytea[]);

-- name: FindUnprovedAccount :one
-- The newest account with one of these addresses that hasn't proved it yet.
SELECT a.* FROM accounts a JOIN persons p ON p.id = a.person_id
WHERE p.email_hash = ANY (@email_hashes::bytea[]) AND a.state = 'created' AND a.login_email_hash IS NULL
ORDER BY a.id DESC LIMIT 1;

-- name: HoldAddress :execrows
-- Gives an account its address after the mailbox was proved. No row: another account has the address now.
UPDATE accounts SET login_email_hash = @login_email_hash, updated_at = @now
WHERE accounts.id = @id AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.login_email_hash = ANY (@email_hashes::bytea[]) AND a.id <> @id);

-- name: ActivateAccount :exec
-- The owner has chosen username and password. Inserts the event and ends the links of the invitation that created the account. proved_at is set if
-- the owner used a mailed link.
WITH links AS (
    UPDATE tokens SET ended_at = @now::timestamptz, ended_why = 'used'
    WHERE invitation_id = (SELECT i.id FROM invitations i WHERE i.user_id = @id) AND ended_at IS NULL),
account AS (
    UPDATE accounts SET state = 'active', agreed_to_terms_at = @agreed_to_terms_at, updated_at = @now::timestamptz,
        address_proved_at = COALESCE(address_proved_at, sqlc.narg(proved_at)::timestamptz)
    WHERE accounts.id = @id
    RETURNING id)
INSERT INTO account_events (id, account_id, kind, actor, at) SELECT @event_id, account.id, 'credentials_set', 'owner', @now::timestamptz FROM account;

-- name: AgreeToTerms :exec
UPDATE accounts SET agreed_to_terms_at = COALESCE(agreed_to_terms_at, @now::timestamptz), updated_at = @now::timestamptz WHERE id = @id;

-- name: SetMarketingOptIn :exec
UPDATE accounts SET marketing_opt_in = @marketing_opt_in, updated_at = @now WHERE id = @id;

-- name: InsertChild :exec
-- Also inserts the key that seals a family's children, if the key is new and this database stores it: the first child creates it.
WITH child AS (
    INSERT INTO children (id, family_id, position, sealed, created_at) VALUES (@id, @family_id, @position, @sealed, @now)
    RETURNING family_id, created_at)
INSERT INTO person_keys (person_id, wrapped, created_at)
SELECT family_id, sqlc.narg(new_key)::bytea, created_at FROM child WHERE sqlc.narg(new_key)::bytea IS NOT NULL;

-- name: ListEmptyFamilies :many
-- Families to which these persons were invited, without a member and without another open invitation.
SELECT DISTINCT i.family_id FROM invitations i WHERE i.person_id = ANY (@persons::uuid[])
  AND NOT EXISTS (SELECT 1 FROM seats s JOIN accounts a ON a.id = s.account_id WHERE s.family_id = i.family_id AND a.state IN ('created', 'active'))
  AND NOT EXISTS (SELECT 1 FROM invitations o WHERE o.family_id = i.family_id AND o.state = 'open' AND o.person_id <> ALL (@persons::uuid[]));

-- name: ForgetChildren :exec
UPDATE children SET sealed = NULL WHERE family_id = ANY (@families::uuid[]);

-- name: ListChildren :many
SELECT * FROM children WHERE family_id = @family_id ORDER BY position;

-- name: InsertAccountEvent :exec
INSERT INTO account_events (id, account_id, kind, actor, at) VALUES (@id, @account_id, @kind, @actor, @at);

-- name: ListAccountEvents :many
SELECT * FROM account_events WHERE account_id = @account_id ORDER BY id;

-- name: CheckParentDuplicate :one
-- certain: an account has the address, or an open invitation to it comes from a parent or a verified professional. Unverified professionals don't
-- count: anyone can register as one and block an address by inviting it. Invitations that the address's owner declined don't count either. alike: a
-- person with the same name and phone has an account or invitation under another address. Both are always computed, so that the response time reveals
-- nothing.
WITH alike AS MATERIALIZED (
    SELECT p.id FROM persons p WHERE p.phone_name_hash = ANY (@phone_hashes::bytea[]) AND (p.email_hash = ANY (@email_hashes::bytea[])) IS NOT TRUE)
SELECT
    (EXISTS (SELECT 1 FROM accounts a WHERE a.login_email_hash = ANY (@email_hashes::bytea[]))
      OR EXISTS (SELECT 1 FROM persons p JOIN invitations i ON i.person_id = p.id
        WHERE p.email_hash = ANY (@email_hashes::bytea[]) AND i.state = 'open' AND i.expires_at > @now AND NOT i.email_taken
          AND (i.professional_id IS NULL OR EXISTS (SELECT 1 FROM professionals v WHERE v.id = i.professional_id AND v.verified_at IS NOT NULL))
          AND NOT EXISTS (SELECT 1 FROM invitation_refusals r JOIN invitations o ON o.id = r.invitation_id
            WHERE r.email_hash = ANY (@email_hashes::bytea[])
              AND (r.everyone OR o.professional_id = i.professional_id OR i.professional_id IS NULL AND o.professional_id IS NULL AND o.family_id = i.family_id))))::boolean AS certain,
    (EXISTS (SELECT 1 FROM alike p JOIN accounts a ON a.person_id = p.id)
      OR EXISTS (SELECT 1 FROM alike p JOIN invitations i ON i.person_id = p.id AND i.state <> 'revoked'))::boolean AS alike;

-- name: CheckCoParentDuplicate :one
-- certain: the co-parent has already invited this parent. known: the co-parent's email has an account or invitation, in any family. alike: their name
-- and phone have. All are always computed, so that the response time reveals nothing.
WITH known AS MATERIALIZED (SELECT p.id FROM persons p WHERE p.email_hash = ANY (@email_hashes::bytea[])),
alike AS MATERIALIZED (SELECT p.id FROM persons p WHERE p.phone_name_hash = ANY (@phone_hashes::bytea[]))
SELECT
    EXISTS (SELECT 1 FROM persons p JOIN invitations i ON i.person_id = p.id JOIN accounts a ON a.id = i.inviter_account_id
        WHERE p.email_hash = ANY (@parent_email_hashes::bytea[]) AND i.state = 'open' AND i.expires_at > @now
          AND a.login_email_hash = ANY (@email_hashes::bytea[]))::boolean AS certain,
    (EXISTS (SELECT 1 FROM known p JOIN accounts a ON a.person_id = p.id)
      OR EXISTS (SELECT 1 FROM known p JOIN invitations i ON i.person_id = p.id AND i.state <> 'revoked'))::boolean AS known,
    (EXISTS (SELECT 1 FROM alike p JOIN accounts a ON a.person_id = p.id)
      OR EXISTS (SELECT 1 FROM alike p JOIN invitations i ON i.person_id = p.id AND i.state <> 'revoked'))::boolean AS alike;
