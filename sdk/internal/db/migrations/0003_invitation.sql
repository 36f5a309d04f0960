-- +goose Up
-- An invitation to the co-parent's seat of a family. Its token is in tokens, hashed; a new one replaces
-- the old. email_taken: the address already belongs to another account, so its owner is told instead of
-- invited, and nobody else learns of it.
CREATE TABLE invitations (
    id                 uuid PRIMARY KEY,
    family_id          uuid NOT NULL REFERENCES families (id),
    account_id         uuid NOT NULL REFERENCES accounts (id),
    inviter_account_id uuid REFERENCES accounts (id),
    professional_id    uuid REFERENCES professionals (id),
    state              text NOT NULL CHECK (state IN ('open', 'accepted', 'revoked')),
    email              text,
    email_key          text,
    email_taken        boolean NOT NULL DEFAULT false,
    phone_country_code text,
    phone_number       text,
    phone_key          text,
    locale             text NOT NULL DEFAULT 'en',
    seat_paid          boolean NOT NULL DEFAULT false,
    package_id         integer,
    created_at         timestamptz NOT NULL,
    expires_at         timestamptz NOT NULL,
    accepted_at        timestamptz,
    updated_at         timestamptz NOT NULL,
    CHECK (inviter_account_id IS NOT NULL OR professional_id IS NOT NULL),
    CHECK (email_key IS NOT NULL OR phone_key IS NOT NULL),
    CHECK ((state = 'accepted') = (accepted_at IS NOT NULL))
);
CREATE UNIQUE INDEX invitations_open_account ON invitations (account_id) WHERE state = 'open';
CREATE INDEX invitations_account ON invitations (account_id);
CREATE INDEX invitations_family ON invitations (family_id);
CREATE INDEX invitations_inviter ON invitations (inviter_account_id) WHERE inviter_account_id IS NOT NULL;
CREATE INDEX invitations_professional ON invitations (professional_id) WHERE professional_id IS NOT NULL;
CREATE INDEX invitations_email_key ON invitations (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX invitations_phone_key ON invitations (phone_key) WHERE phone_key IS NOT NULL;

-- +goose Down
DROP TABLE invitations;
