-- +goose Up
-- What the owners of invited addresses said by the link in the mail: that they don't know who invited them. No mail about an invitation of the
-- same sender (a professional, or a family) is sent to that address any more; with everyone, none of any sender. The sender is the
-- invitation's. reviewed_at: an operator has decided about the professional since, or nobody has to, where a parent invited.
CREATE TABLE invitation_refusals (
    invitation_id uuid PRIMARY KEY REFERENCES invitations (id),
    email_hash    bytea NOT NULL,
    everyone      boolean NOT NULL,
    created_at    timestamptz NOT NULL,
    reviewed_at   timestamptz
);
CREATE INDEX invitation_refusals_email ON invitation_refusals (email_hash);
CREATE INDEX invitation_refusals_created ON invitation_refusals (created_at);
CREATE INDEX invitation_refusals_reviewed ON invitation_refusals (reviewed_at);
