-- name: InsertInvitation :exec
-- email_hashes are the address's under every server secret, none where there is no address.
INSERT INTO invitations (id, family_id, account_id, person_id, inviter_account_id, professional_id, state, by_mail, email_taken,
    locale, seat_paid, package_id, created_at, expires_at, updated_at)
VALUES (@id, @family_id, @account_id, @person_id, @inviter_account_id, @professional_id, 'open', cardinality(@email_hashes::bytea[]) > 0,
    EXISTS (SELECT 1 FROM accounts a WHERE a.login_email_hash = ANY (@email_hashes::bytea[])),
    @locale, @seat_paid, @package_id, @now, @expires_at, @now);

-- name: GetInvitation :one
SELECT * FROM invitations WHERE id = @id;

-- name: RenewInvitation :execrows
-- The person who is invited is kept as much longer.
WITH renewed AS (
    UPDATE invitations SET expires_at = @expires_at, updated_at = @now WHERE invitations.id = @id AND state = 'open' RETURNING person_id)
UPDATE persons SET keep_until = @keep_until::timestamptz FROM renewed WHERE persons.id = renewed.person_id;

-- name: LockInvitation :one
SELECT * FROM invitations WHERE id = @id FOR UPDATE;

-- name: FindAccountInvitation :one
-- The invitation that brought an account in; of several the last.
SELECT * FROM invitations WHERE account_id = @account_id ORDER BY created_at DESC, id DESC LIMIT 1;

-- name: FindOpenInvitation :one
-- The newest one to somebody with this address, unless an account has it.
SELECT i.* FROM invitations i
WHERE i.person_id = ANY (ARRAY(SELECT p.id FROM persons p WHERE p.email_hash = ANY (@email_hashes::bytea[]))) AND i.state = 'open' AND NOT i.email_taken
ORDER BY i.created_at DESC, i.id LIMIT 1;

-- name: AcceptInvitation :exec
-- From now on it names who joined.
UPDATE invitations SET state = 'accepted', person_id = @person_id, accepted_at = @now::timestamptz, updated_at = @now::timestamptz
WHERE id = @id AND state <> 'accepted';

-- name: RevokeInvitation :execrows
-- Its last link ends now: the person who was invited is kept for as long as others whose link has ended.
WITH revoked AS (
    UPDATE invitations SET state = 'revoked', updated_at = @now WHERE invitations.id = @id AND state = 'open' RETURNING person_id)
UPDATE persons SET keep_until = @keep_until::timestamptz FROM revoked WHERE persons.id = revoked.person_id;

-- name: EndOldInvitations :execrows
-- Invitations whose last link ended long ago. Nobody can renew them from now on, so nobody is waited for any more.
UPDATE invitations SET state = 'revoked', updated_at = @now
WHERE invitations.id IN (SELECT i.id FROM invitations i WHERE i.state = 'open' AND i.expires_at <= @before::timestamptz ORDER BY i.expires_at LIMIT @batch FOR UPDATE SKIP LOCKED);

-- name: ListInvitations :many
-- The newest first; before is the id of the one to go on from. An empty filter lets everything through.
SELECT i.* FROM invitations i JOIN persons p ON p.id = i.person_id
WHERE i.id < @before AND (@state::text = '' OR i.state = @state::text)
  AND (cardinality(@email_hashes::bytea[]) = 0 OR p.email_hash = ANY (@email_hashes::bytea[]))
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
-- The seat that is paid for an account's place in its family, or else the last that was.
SELECT s.payer_account_id, coalesce(x.ended_as, s.state)::text AS state, t.ends_at
FROM accounts a JOIN subscription_seats x ON x.family_id = a.family_id AND x.family_role = a.family_role
JOIN subscriptions s ON s.id = x.subscription_id
JOIN subscription_terms t ON t.subscription_id = x.subscription_id AND t.starts_at = x.term_starts_at
WHERE a.id = @account_id
ORDER BY (coalesce(x.ended_as, s.state) = 'active') DESC, t.ends_at DESC LIMIT 1;

-- name: LockSubscriptionOfPlace :exec
-- The subscription that pays for an account's place in its family.
SELECT s.id FROM subscriptions s
WHERE s.id = (SELECT x.subscription_id FROM accounts a JOIN subscription_seats x ON x.family_id = a.family_id AND x.family_role = a.family_role
    WHERE a.id = @account_id AND x.ended_as IS NULL) FOR UPDATE;

-- name: EndStaleSeat :exec
-- A seat whose payment failed or whose term is over makes room for one that its owner pays for.
UPDATE subscription_seats SET ended_as = 'ended', updated_at = @now
WHERE ended_as IS NULL AND (family_id, family_role) = (SELECT a.family_id, a.family_role FROM accounts a WHERE a.id = @account_id)
  AND EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = subscription_id AND (s.state = 'suspended' OR s.ends_at <= @now));

-- name: EmailOfAnother :one
SELECT EXISTS (SELECT 1 FROM accounts WHERE login_email_hash = ANY (@email_hashes::bytea[]) AND id <> @account_id)::boolean;

-- name: JoinAccount :execrows
-- An invited account becomes its person's own. No row: it is taken already, or the e-mail address belongs to another.
UPDATE accounts SET state = 'created', person_id = @person_id, login_email_hash = @login_email_hash, locale = @locale,
    marketing_opt_in = marketing_opt_in OR @marketing_opt_in, agreed_to_terms_at = COALESCE(agreed_to_terms_at, @agreed_to_terms_at),
    updated_at = @now
WHERE accounts.id = @id AND state = 'invited' AND NOT EXISTS (SELECT 1 FROM accounts o WHERE o.login_email_hash = ANY (@email_hashes::bytea[]));

-- name: ReinviteAccount :execrows
-- The co-parent's seat of a family whose invitation was revoked is offered to somebody else, who hasn't agreed to anything yet.
UPDATE accounts SET person_id = @person_id, locale = @locale, agreed_to_terms_at = NULL, marketing_opt_in = false, updated_at = @now
WHERE id = @id AND state = 'invited';

-- name: PickForReminder :many
-- Invitees who haven't begun, and can be written to.
SELECT i.id FROM invitations i
WHERE i.state = 'open' AND i.reminded_at IS NULL AND i.by_mail AND NOT i.email_taken
  AND i.created_at <= @before AND i.expires_at > @now
  AND NOT EXISTS (SELECT 1 FROM registrations r WHERE r.invitation_id = i.id AND r.state = 'open')
ORDER BY i.created_at LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: MarkReminded :exec
UPDATE invitations SET reminded_at = @now::timestamptz WHERE id = ANY (@ids::uuid[]);
