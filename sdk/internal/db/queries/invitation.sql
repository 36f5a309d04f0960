-- name: InsertInvitation :one
-- With its event. 0: the place is taken, or offered to somebody already. A closed account keeps it until somebody else takes it. Who is about to
-- take it is waited for. email_hashes are the address's under every server secret, none where there is no address.
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
-- The person who is invited is kept as much longer. The transaction of a job that mails the link doesn't wait for the disk: whatever is written
-- later takes it along, so that where a crash loses it the job isn't done either, and mails another link.
WITH renewed AS (
    UPDATE invitations SET expires_at = @expires_at, updated_at = @now WHERE invitations.id = @id AND state = 'open'
    RETURNING person_id)
UPDATE persons SET keep_until = @keep_until::timestamptz
FROM renewed, set_config('synchronous_commit', (ARRAY[current_setting('synchronous_commit'), 'off'])[1 + (@by_job::boolean)::integer], true)
WHERE persons.id = renewed.person_id;

-- name: LockInvitation :one
SELECT * FROM invitations WHERE id = @id FOR UPDATE;

-- name: FindInvitationOfUser :one
-- The invitation that brought an account in, or will.
SELECT * FROM invitations WHERE user_id = @user_id;

-- name: AgreeInvited :execrows
-- What an invited parent agrees to before they join. No row: they have joined.
UPDATE invitations SET agreed_to_terms_at = COALESCE(agreed_to_terms_at, @now::timestamptz), updated_at = @now::timestamptz
WHERE id = @id AND state <> 'accepted';

-- name: SetInvitedOptIn :execrows
UPDATE invitations SET marketing_opt_in = @marketing_opt_in, updated_at = @now WHERE id = @id AND state <> 'accepted';

-- name: FindLastInvitation :one
-- The last one to a place.
SELECT * FROM invitations WHERE family_id = @family_id AND role = @role ORDER BY id DESC LIMIT 1;

-- name: FindOpenInvitation :one
-- The newest one to somebody with this address, unless an account has it, or its owner wants none of that sender.
SELECT i.* FROM invitations i
WHERE i.person_id = ANY (ARRAY(SELECT p.id FROM persons p WHERE p.email_hash = ANY (@email_hashes::bytea[]))) AND i.state = 'open' AND NOT i.email_taken
    AND NOT EXISTS (SELECT 1 FROM invitation_refusals r JOIN invitations o ON o.id = r.invitation_id
        WHERE r.email_hash = ANY (@email_hashes::bytea[])
          AND (r.everyone OR o.professional_id = i.professional_id OR i.professional_id IS NULL AND o.professional_id IS NULL AND o.family_id = i.family_id))
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
-- Who has a place in a family, or is invited to one.
SELECT s.role, a.id AS user_id, a.person_id FROM seats s JOIN accounts a ON a.id = s.account_id
WHERE s.family_id = @family_id AND a.state <> 'closed'
UNION ALL
SELECT i.role, i.user_id, i.person_id FROM invitations i WHERE i.family_id = @family_id AND i.state = 'open'
ORDER BY role;

-- name: FindPlace :one
-- The place that an account has.
SELECT * FROM seats WHERE account_id = @account_id::uuid;

-- name: LockPlace :one
SELECT * FROM seats WHERE family_id = @family_id AND role = @role FOR UPDATE;

-- name: TakePlace :execrows
-- Once the place is locked. No row: it is taken, or offered to somebody else.
UPDATE seats SET account_id = @account_id::uuid
WHERE seats.family_id = @family_id AND seats.role = @role
  AND (seats.account_id IS NULL OR EXISTS (SELECT 1 FROM accounts h WHERE h.id = seats.account_id AND h.state = 'closed'))
  AND NOT EXISTS (SELECT 1 FROM invitations i WHERE i.family_id = seats.family_id AND i.role = seats.role AND i.state = 'open' AND i.user_id <> @account_id::uuid);

-- name: FindSeat :one
-- The seat that is paid for a place, or else the last that was.
SELECT s.payer_account_id, coalesce(x.ended_as, s.state)::text AS state, t.ends_at
FROM subscription_seats x JOIN subscriptions s ON s.id = x.subscription_id
JOIN subscription_terms t ON t.subscription_id = x.subscription_id AND t.starts_at = x.term_starts_at
WHERE x.family_id = @family_id AND x.family_role = @role
ORDER BY (coalesce(x.ended_as, s.state) = 'active') DESC, t.ends_at DESC LIMIT 1;

-- name: LockSubscriptionOfPlace :exec
SELECT s.id FROM subscriptions s
WHERE s.id = (SELECT x.subscription_id FROM subscription_seats x WHERE x.family_id = @family_id AND x.family_role = @role AND x.ended_as IS NULL) FOR UPDATE;

-- name: EndStaleSeat :exec
-- A seat whose payment failed or whose term is over makes room for one that its owner pays for.
UPDATE subscription_seats SET ended_as = 'ended', updated_at = @now
WHERE subscription_seats.ended_as IS NULL AND subscription_seats.family_id = @family_id AND subscription_seats.family_role = @role
  AND EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = subscription_id AND (s.state = 'suspended' OR s.ends_at <= @now));

-- name: EmailOfAnother :one
SELECT EXISTS (SELECT 1 FROM accounts WHERE login_email_hash = ANY (@email_hashes::bytea[]) AND id <> @account_id)::boolean;

-- name: PickForReminder :many
-- Invitees who haven't begun, and can be written to.
SELECT i.id FROM invitations i
WHERE i.state = 'open' AND i.reminded_at IS NULL AND i.by_mail AND NOT i.email_taken
  AND i.created_at <= @before AND i.expires_at > @now
  AND NOT EXISTS (SELECT 1 FROM registrations r WHERE r.invitation_id = i.id AND r.state = 'open')
ORDER BY i.created_at LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: MarkReminded :exec
UPDATE invitations SET reminded_at = @now::timestamptz WHERE id = ANY (@ids::uuid[]);
