-- +goose Up
-- An invitation has at most one registration that lives; an expired one makes room for the next.
DROP INDEX registrations_invitation;
CREATE UNIQUE INDEX registrations_invitation ON registrations (invitation_id)
    WHERE invitation_id IS NOT NULL AND state IN ('open', 'paid');
CREATE INDEX registrations_invitation_all ON registrations (invitation_id) WHERE invitation_id IS NOT NULL;

-- When the invitee was reminded; once is enough.
ALTER TABLE invitations ADD COLUMN reminded_at timestamptz;
CREATE INDEX invitations_reminder ON invitations (created_at) WHERE state = 'open' AND reminded_at IS NULL AND email_key IS NOT NULL AND NOT email_taken;

ALTER TABLE account_events DROP CONSTRAINT account_events_kind_check;
ALTER TABLE account_events ADD CONSTRAINT account_events_kind_check CHECK (kind IN (
    'created', 'invited', 'credentials_set', 'credentials_renewed', 'logged_in', 'verified', 'closed',
    'joined', 'invitation_renewed', 'invitation_revoked'));

-- +goose Down
ALTER TABLE account_events DROP CONSTRAINT account_events_kind_check;
ALTER TABLE account_events ADD CONSTRAINT account_events_kind_check CHECK (kind IN (
    'created', 'invited', 'credentials_set', 'credentials_renewed', 'logged_in', 'verified', 'closed')) NOT VALID;
DROP INDEX invitations_reminder;
ALTER TABLE invitations DROP COLUMN reminded_at;
DROP INDEX registrations_invitation_all;
DROP INDEX registrations_invitation;
CREATE UNIQUE INDEX registrations_invitation ON registrations (invitation_id) WHERE invitation_id IS NOT NULL;
