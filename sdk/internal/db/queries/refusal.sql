-- name: RefuseInvitation :exec
-- A second refusal changes nothing, except that it can extend the first one to all senders (everyone).
INSERT INTO invitation_refusals AS r (invitation_id, email_hash, everyone, created_at, reviewed_at)
VALUES (@invitation_id, @email_hash, @everyone, @now, sqlc.narg(reviewed_at)::timestamptz)
ON CONFLICT (invitation_id) DO UPDATE SET everyone = r.everyone OR EXCLUDED.everyone;

-- name: WithdrawRefusal :exec
DELETE FROM invitation_refusals WHERE invitation_id = @invitation_id;

-- name: IsRefused :one
-- Reports whether an invitee refuses invitations from a sender. The sender is the professional if one is given, otherwise the family.
SELECT EXISTS (SELECT 1 FROM invitation_refusals r JOIN invitations i ON i.id = r.invitation_id
    WHERE r.email_hash = ANY (@email_hashes::bytea[])
      AND (r.everyone OR i.professional_id = sqlc.narg(professional_id)::uuid
        OR sqlc.narg(professional_id)::uuid IS NULL AND i.professional_id IS NULL AND i.family_id = @family_id))::boolean;

-- name: CountRefusals :one
-- Counts the addresses that refused a professional's invitations after @since, without refusals that an operator has reviewed.
SELECT count(DISTINCT r.email_hash) FROM invitations i JOIN invitation_refusals r ON r.invitation_id = i.id
WHERE i.professional_id = @professional_id::uuid AND r.reviewed_at IS NULL AND r.created_at > @since;

-- name: ReviewRefusals :exec
UPDATE invitation_refusals r SET reviewed_at = @now::timestamptz FROM invitations i
WHERE i.id = r.invitation_id AND i.professional_id = @professional_id::uuid AND r.reviewed_at IS NULL;

-- name: CountProfessionalsToReview :one
-- Counts suspended professionals with refusals since an operator's last review.
SELECT count(DISTINCT (SELECT p.id FROM invitations i JOIN professionals p ON p.id = i.professional_id WHERE i.id = r.invitation_id AND p.state = 'suspended'))
FROM invitation_refusals r WHERE r.reviewed_at IS NULL;
