-- +goose Up
-- A professional is suspended and restored. Not validated: what is there fits the narrower rule before it.
ALTER TABLE account_events DROP CONSTRAINT account_events_kind_check;
ALTER TABLE account_events ADD CONSTRAINT account_events_kind_check CHECK (kind IN (
    'created', 'invited', 'credentials_set', 'credentials_renewed', 'logged_in', 'verified', 'closed',
    'joined', 'invitation_renewed', 'invitation_revoked', 'suspended', 'restored')) NOT VALID;

-- +goose Down
ALTER TABLE account_events DROP CONSTRAINT account_events_kind_check;
ALTER TABLE account_events ADD CONSTRAINT account_events_kind_check CHECK (kind IN (
    'created', 'invited', 'credentials_set', 'credentials_renewed', 'logged_in', 'verified', 'closed',
    'joined', 'invitation_renewed', 'invitation_revoked')) NOT VALID;
