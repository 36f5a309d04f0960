-- +goose Up
-- What an account of a professional has beside its person. Codes and invitations belong to one.
CREATE TABLE professionals (
    id                uuid PRIMARY KEY,
    account_id        uuid NOT NULL UNIQUE REFERENCES accounts (id),
    state             text NOT NULL CHECK (state IN ('pending_verification', 'verified', 'suspended')),
    title             text CHECK (title IN ('MR', 'MS', 'MRS', 'HONORABLE', 'DOCTOR')),
    credentials       text,
    phone_extension   text,
    practice_name     text,
    roles             text[] NOT NULL DEFAULT '{}',
    hear_about        jsonb,
    verified_at       timestamptz,
    created_at        timestamptz NOT NULL,
    updated_at        timestamptz NOT NULL,
    CHECK ((state = 'pending_verification') = (verified_at IS NULL) OR state = 'suspended')
);

-- +goose Down
DROP TABLE professionals;
