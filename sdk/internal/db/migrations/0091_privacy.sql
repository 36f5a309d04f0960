-- +goose Up
-- Who asked for a copy of their data, or for its erasure, and when it was done; never the data. account_id is
-- NULL where there was no account, only unfinished sign-ups.
CREATE TABLE privacy_events (
    id         uuid PRIMARY KEY,
    account_id uuid REFERENCES accounts (id),
    kind       text NOT NULL CHECK (kind IN ('exported', 'erased')),
    rows       integer NOT NULL CHECK (rows >= 0),
    at         timestamptz NOT NULL
);
CREATE INDEX privacy_events_account ON privacy_events (account_id) WHERE account_id IS NOT NULL;
CREATE TRIGGER privacy_events_append_only BEFORE UPDATE OR DELETE ON privacy_events
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- +goose Down
DROP TABLE privacy_events;
