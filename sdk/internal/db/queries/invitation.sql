-- name: InsertInvitation :one
-- Inserts an invitation with its event. Returns 0 if the place is taken or already offered. A closed account keeps its place until another takes it.
-- Waits for a transaction that is about to take the place. email_hashes are the hashes of the address under every server secret, empty without an
-- address.
WITH invitation AS (
    INSERT INTO invitations (id, family_id, role, user_id, person_id, inviter_account_id, professional_id, state, by_mail, email_taken,
        locale, seat_paid, package_id, created_at, expires_at, updated_at)
    SELECT @id, p.family_id, p.role, @user_id, @person_id, @inviter_account_id, @professional_id, 'open', cardinality(@email_hashes::bytea[]) > 0,
        EXISTS (SELECT 1 FROM accounts a WHERE a.login_email_hash = ANY (@email_hashes::bytea[])),
        @locale, @seat_paid, @package_id, @now, @expires_at, @now
    FROM seats p WHERE p.family_id = @family_id AND p.role = @role
      AND (p.account_id IS NULL OR EXISTS (SELECT 1 FROM accounts h WHERE h.id = p.account_id AND h.state = 'closed')) FOR UPDATE OF p
    ON CONFLICT (family_id, role) WHERE state = 'open' DO NOTHING
    RETURNING user_id, created_at),
event AS (
    INSERT INTO account_events (id, account_id, kind, actor, at)
    SELECT @event_id, invitation.user_id, 'invited', @actor, invitation.created_at FROM invitation)
SELECT count(*) FROM invitation;

-- name: GetInvitation :one
SELECT * FROM invitations WHERE id = @id;

-- name: RenewInvitation :execrows
-- Also extends how long the invitee's data is kept. A job's transaction doesn't wait for the disk (by_job): the next synchronous commit writes it,
-- too. If a crash loses it, the job isn't recorded as done either, and mails another link.
WITH renewed AS (
    UPDATE invitations SET expires_at = @expires_at, updated_at = @now WHERE invitations.id = @id AND state = 'open'
    RETURNING person_id)
UPDATE persons SET keep_until = @keep_until::timestamptz
FROM renewed, set_config('synchronous_commit', (ARRAY[current_setting('synchronous_commit'), 'off'])[1 + (@by_job::boolean)::integer], true)
WHERE persons.id = renewed.person_id;

-- name: LockInvitation :one
SELECT * FROM invitations WHERE id = @id FOR UPDATE;

-- name: FindInvitationOfUser :one
-- Returns the invitation for an account's id, accepted or not.
SELECT * FROM invitations WHERE user_id = @user_id;

-- name: AgreeInvited :execrows
-- Stores an invitee's consent before they join. No row: they have joined.
UPDATE invitations SET agreed_to_terms_at = COALESCE(agreed_to_terms_at, @now::timestamptz), updated_at = @now::timestamptz
WHERE id = @id AND state <> 'accepted';

-- name: SetInvitedOptIn :execrows
UPDATE invitations SET marketing_opt_in = @marketing_opt_in, updated_at = @now WHERE id = @id AND state <> 'accepted';

-- name: FindLastInvitation :one
-- Returns the last invitation to a place.
SELECT * FROM invitations WHERE family_id = @family_id AND role = @role ORDER BY id DESC LIMIT 1;

-- name: FindOpenInvitation :one
-- Returns the newest invitation to this address, unless an account has the address or its owner declined this sender.
SELECT i.* FROM invitations i
WHERE i.person_id = ANY (ARRAY(SELECT p.id FROM persons p WHERE p.email_hash = ANY (@email_hashes::bytea[]))) AND i.state = 'open' AND NOT i.email_taken
    AND NOT EXISTS (SELECT 1 FROM invitation_refusals r JOIN invitations o ON o.id = r.invitation_id
        WHERE r.email_hash = ANY (@email_hashes::bytea[])
          AND (r.everyone OR o.professional_id = i.professional_id OR i.professional_id IS NULL AND o.professional_id IS NULL AND o.family_id = i.family_id))
ORDER BY i.created_at DESC, i.id LIMIT 1;

-- name: AcceptInvitation :exec
-- Replaces the invitee's person with the member's.
UPDATE invitations SET state = 'accepted', person_id = @person_id, accepted_at = @now::timestamptz, updated_at = @now::timestamptz
WHERE id = @id AND state <> 'accepted';

-- name: RevokeInvitation :execrows
-- Revoking ends the last link, so the invitee's data gets the same retention as after an expired link.
WITH revoked AS (
    UPDATE invitations SET state = 'revoked', updated_at = @now WHERE invitations.id = @id AND state = 'open' RETURNING person_id)
UPDATE persons SET keep_until = @keep_until::timestamptz FROM revoked WHERE persons.id = revoked.person_id;

-- name: EndOldInvitations :execrows
-- Ends invitations with a link that expired long ago. They can no longer be renewed.
UPDATE invitations SET state = 'revoked', updated_at = @now
WHERE invitations.id IN (SELECT i.id FROM invitations i WHERE i.state = 'open' AND i.expires_at <= @before::timestamptz ORDER BY i.expires_at LIMIT @batch FOR UPDATE SKIP LOCKED);

-- name: ListInvitations :many
-- Newest first. before is the id at which to continue. An empty filter matches everything.
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
-- An invitee's entries are kept as long as the link can be renewed.
UPDATE registrations SET expires_at = GREATEST(expires_at, @expires_at::timestamptz)
WHERE invitation_id = @invitation_id::uuid AND state = 'open';

-- name: ListFamilyParents :many
-- Lists the members of a family and its invitees.
SELECT s.role, a.id AS user_id, a.person_id FROM seats s JOIN accounts a ON a.id = s.account_id
WHERE s.family_id = @family_id AND a.state <> 'closed'
UNION ALL
SELECT i.role, i.user_id, i.person_id FROM invitations i WHERE i.family_id = @family_id AND i.state = 'open'
ORDER BY role;

-- name: FindPlace :one
-- Returns the place of an account.
SELECT * FROM seats WHERE account_id = @account_id::uuid;

-- name: LockPlace :one
SELECT * FROM seats WHERE family_id = @family_id AND role = @role FOR UPDATE;

-- name: TakePlace :execrows
-- The place must be locked. No row: it is taken, or offered to another person.
UPDATE seats SET account_id = @account_id::uuid
WHERE seats.family_id = @family_id AND seats.role = @role
  AND (seats.account_id IS NULL OR EXISTS (SELECT 1 FROM accounts h WHERE h.id = seats.account_id AND h.state = 'closed'))
  AND NOT EXISTS (SELECT 1 FROM invitations i WHERE i.family_id = seats.family_id AND i.role = seats.role AND i.state = 'open' AND i.user_id <> @account_id::uuid);

-- name: FindSeat :one
-- Returns the active seat of a place, otherwise the last one.
SELECT s.payer_account_id, coalesce(x.ended_as, s.state)::text AS state, t.ends_at, t.zone
FROM subscription_seats x JOIN subscriptions s ON s.id = x.subscription_id
JOIN subscription_terms t ON t.subscription_id = x.subscription_id AND t.starts_at = x.term_starts_at
WHERE x.family_id = @family_id AND x.family_role = @role
ORDER BY (coalesce(x.ended_as, s.state) = 'active') DESC, t.ends_at DESC LIMIT 1;

-- name: LockSubscriptionOfPlace :exec
SELECT s.id FROM subscriptions s
WHERE s.id = (SELECT x.subscription_id FROM subscription_seats x WHERE x.family_id = @family_id AND x.family_role = @role AND x.ended_as IS NULL) FOR UPDATE;

-- name: EndStaleSeat :exec
-- Ends a seat after a failed payment or the end of its term, so that the place's owner can pay for one.
UPDATE subscription_seats SET ended_as = 'ended', updated_at = @now
WHERE subscription_seats.ended_as IS NULL AND subscription_seats.family_id = @family_id AND subscription_seats.family_role = @role
  AND EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = subscription_id AND (s.state = 'suspended' OR s.ends_at <= @now));

-- name: EmailOfAnother :one
SELECT EXISTS (SELECT 1 FROM accounts WHERE login_email_hash = ANY (@email_hashes::bytea[]) AND id <> @account_id)::boolean;

-- name: PickForReminder :many
-- Invitees with an email address and without a sign-up.
SELECT i.id FROM invitations i
WHERE i.state = 'open' AND i.reminded_at IS NULL AND i.by_mail AND NOT i.email_taken
  AND i.created_at <= @before AND i.expires_at > @now
  AND NOT EXISTS (SELECT 1 FROM registrations r WHERE r.invitation_id = i.id AND r.state = 'open')
ORDER BY i.created_at LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: MarkReminded :exec
UPDATE invitations SET reminded_at = @now::timestamptz WHERE id = ANY (@ids::uuid[]);
