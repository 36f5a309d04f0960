-- +goose Up
-- Username and password of an account; username_key is the case-folded form that is compared.
CREATE TABLE credentials (
    account_id          uuid PRIMARY KEY REFERENCES accounts (id),
    username            text NOT NULL,
    username_key        text NOT NULL UNIQUE,
    password_hash       text NOT NULL,
    password_changed_at timestamptz NOT NULL,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL
);

-- Every bearer token, as the SHA-256 of its 256 random bits: credentials (set username and password, one
-- use), account (login), invitation, access (CLI).
CREATE TABLE tokens (
    id            uuid PRIMARY KEY,
    kind          text NOT NULL CHECK (kind IN ('credentials', 'account', 'invitation', 'access')),
    hash          bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
    account_id    uuid NOT NULL REFERENCES accounts (id),
    invitation_id uuid REFERENCES invitations (id),
    label         text,
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    last_used_at  timestamptz,
    ended_at      timestamptz,
    ended_why     text CHECK (ended_why IN ('used', 'replaced', 'revoked')),
    CHECK ((kind = 'invitation') = (invitation_id IS NOT NULL)),
    CHECK ((ended_at IS NULL) = (ended_why IS NULL)),
    CHECK (expires_at > created_at)
);
CREATE INDEX tokens_account ON tokens (account_id, kind) WHERE ended_at IS NULL;
CREATE INDEX tokens_account_all ON tokens (account_id);
CREATE INDEX tokens_invitation ON tokens (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE INDEX tokens_expiry ON tokens (expires_at);

-- +goose Down
DROP TABLE tokens;
DROP TABLE credentials;
