-- name: InsertInvitation :exec
INSERT INTO invitations (id, family_id, account_id, inviter_account_id, professional_id, state, email, email_key, email_taken,
    phone_country_code, phone_number, phone_key, locale, seat_paid, package_id, created_at, expires_at, updated_at)
VALUES (@id, @family_id, @account_id, @inviter_account_id, @professional_id, 'open', @email, @email_key, @email_taken,
    @phone_country_code, @phone_number, @phone_key, @locale, @seat_paid, @package_id, @now, @expires_at, @now);

-- name: GetInvitation :one
SELECT * FROM invitations WHERE id = @id;

-- name: RenewInvitation :execrows
UPDATE invitations SET expires_at = @expires_at, updated_at = @now WHERE id = @id AND state = 'open';

-- name: LockInvitation :one
SELECT * FROM invitations WHERE id = @id FOR UPDATE;

-- name: FindAccountInvitation :one
-- The invitation that brought an account in; of several the last.
SELECT * FROM invitations WHERE account_id = @account_id ORDER BY created_at DESC, id DESC LIMIT 1;

-- name: AcceptInvitation :exec
UPDATE invitations SET state = 'accepted', accepted_at = @now::timestamptz, updated_at = @now::timestamptz
WHERE id = @id AND state <> 'accepted';

-- name: RevokeInvitation :execrows
UPDATE invitations SET state = 'revoked', updated_at = @now WHERE id = @id AND state = 'open';

-- name: ListInvitations :many
-- The newest first; before is the id of the one to go on from. An empty filter lets everything through.
SELECT sqlc.embed(i), a.first_name, a.last_name FROM invitations i JOIN accounts a ON a.id = i.account_id
WHERE i.id < @before AND (@state::text = '' OR i.state = @state::text) AND (@email_key::text = '' OR i.email_key = @email_key::text)
  AND (sqlc.narg(professional_id)::uuid IS NULL OR i.professional_id = sqlc.narg(professional_id)::uuid)
ORDER BY i.id DESC LIMIT @batch;

-- name: FindInvitationRegistration :one
SELECT * FROM registrations WHERE invitation_id = @invitation_id::uuid AND state IN ('open', 'paid');

-- name: LockInvitationRegistration :one
SELECT * FROM registrations WHERE invitation_id = @invitation_id::uuid AND state IN ('open', 'paid') FOR UPDATE;

-- name: ExtendInvitationRegistration :exec
-- What an invitee has entered lives as long as the link can be renewed.
UPDATE registrations SET expires_at = GREATEST(expires_at, @expires_at::timestamptz)
WHERE invitation_id = @invitation_id::uuid AND state = 'open';

-- name: ListFamilyParents :many
SELECT * FROM accounts WHERE family_id = @family_id::uuid AND state <> 'closed' ORDER BY family_role;

-- name: FindSeat :one
-- The subscription that an account has, or else the last that it had.
SELECT * FROM subscriptions WHERE account_id = @account_id
ORDER BY (state = 'active') DESC, ends_at DESC LIMIT 1;

-- name: EndStaleSubscriptions :exec
-- A seat whose payment failed or whose term is over makes room for one that its owner pays for.
UPDATE subscriptions SET state = 'ended', renews = false, updated_at = @now
WHERE account_id = @account_id AND (state = 'suspended' OR state = 'active' AND ends_at <= @now);

-- name: EmailOfAnother :one
SELECT EXISTS (SELECT 1 FROM accounts WHERE email_key = @email_key::text AND id <> @account_id AND state <> 'invited')::boolean;

-- name: TakeEmailFromOtherInvited :exec
-- As TakeEmailFromInvited, for somebody who was invited and joins now.
WITH released AS (
    UPDATE accounts SET email_key = NULL, updated_at = @now
    WHERE accounts.email_key = @email_key::text AND accounts.state = 'invited' AND accounts.id <> @account_id
    RETURNING id)
UPDATE invitations SET email_taken = true, updated_at = @now
FROM released WHERE invitations.account_id = released.id AND invitations.state = 'open';

-- name: JoinAccount :execrows
-- An invited account becomes its person's own.
UPDATE accounts SET state = 'created', first_name = @first_name, last_name = @last_name, name_key = @name_key,
    email = @email, email_key = @email_key, phone_country_code = @phone_country_code, phone_number = @phone_number,
    phone_key = @phone_key, time_zone = @time_zone, address = @address, country = @country,
    referral_selection = @referral_selection, referral_other = @referral_other, security_question = @security_question,
    security_answer_hash = @security_answer_hash, security_code_hash = @security_code_hash, locale = @locale,
    marketing_opt_in = marketing_opt_in OR @marketing_opt_in, agreed_to_terms_at = COALESCE(agreed_to_terms_at, @agreed_to_terms_at),
    updated_at = @now
WHERE id = @id AND state = 'invited';

-- name: ReinviteAccount :execrows
-- The co-parent's seat of a family whose invitation was revoked is offered to somebody else.
UPDATE accounts SET first_name = @first_name, last_name = @last_name, name_key = @name_key, email = @email, email_key = @email_key,
    phone_country_code = @phone_country_code, phone_number = @phone_number, phone_key = @phone_key, locale = @locale, updated_at = @now
WHERE id = @id AND state = 'invited';

-- name: PickForReminder :many
-- Invitees who haven't begun, and can be written to.
SELECT i.id FROM invitations i
WHERE i.state = 'open' AND i.reminded_at IS NULL AND i.email_key IS NOT NULL AND NOT i.email_taken
  AND i.created_at <= @before AND i.expires_at > @now
  AND NOT EXISTS (SELECT 1 FROM registrations r WHERE r.invitation_id = i.id AND r.state = 'open')
ORDER BY i.created_at LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: MarkReminded :exec
UPDATE invitations SET reminded_at = @now::timestamptz WHERE id = ANY (@ids::uuid[]);
