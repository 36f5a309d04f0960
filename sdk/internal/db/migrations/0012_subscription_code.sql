-- +goose Up
-- Codes bought together by a professional, for one package. A code is worth the package's list price on
-- the day of purchase.
CREATE TABLE code_batches (
    id              uuid PRIMARY KEY,
    professional_id uuid NOT NULL REFERENCES professionals (id),
    package_id      integer NOT NULL,
    package_name    text NOT NULL,
    catalog_version integer NOT NULL REFERENCES catalog_versions (version),
    currency        text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    face_minor      bigint NOT NULL CHECK (face_minor > 0),
    size            smallint NOT NULL CHECK (size BETWEEN 1 AND 500),
    state           text NOT NULL CHECK (state IN ('awaiting_payment', 'active', 'revoked')),
    created_at      timestamptz NOT NULL,
    expires_at      timestamptz NOT NULL,
    activated_at    timestamptz,
    revoked_at      timestamptz,
    CHECK (expires_at > created_at),
    CHECK (state <> 'active' OR activated_at IS NOT NULL),
    CHECK ((state = 'revoked') = (revoked_at IS NOT NULL))
);
CREATE INDEX code_batches_professional ON code_batches (professional_id, created_at);
CREATE INDEX code_batches_catalog_version ON code_batches (catalog_version);

-- lookup is a keyed hash of the code, sealed the code under AES-256-GCM bound to the row's id: a copy of
-- the database opens no code. order_id is the order that holds or used the code.
CREATE TABLE subscription_codes (
    id          uuid PRIMARY KEY,
    batch_id    uuid NOT NULL REFERENCES code_batches (id),
    number      smallint NOT NULL CHECK (number > 0),
    lookup      bytea NOT NULL UNIQUE CHECK (octet_length(lookup) = 32),
    sealed      bytea NOT NULL,
    state       text NOT NULL CHECK (state IN ('available', 'reserved', 'redeemed', 'revoked', 'expired')),
    order_id    uuid,
    issued_to   text CHECK (char_length(issued_to) BETWEEN 1 AND 100),
    issued_at   timestamptz,
    reserved_at timestamptz,
    redeemed_at timestamptz,
    ended_at    timestamptz,
    UNIQUE (batch_id, number),
    CHECK ((state IN ('reserved', 'redeemed')) = (order_id IS NOT NULL)),
    CHECK ((state IN ('reserved', 'redeemed')) = (reserved_at IS NOT NULL)),
    CHECK ((state = 'redeemed') = (redeemed_at IS NOT NULL)),
    CHECK ((state IN ('revoked', 'expired')) = (ended_at IS NOT NULL)),
    CHECK (issued_to IS NULL OR issued_at IS NOT NULL)
);
CREATE INDEX subscription_codes_order ON subscription_codes (order_id) WHERE order_id IS NOT NULL;

-- +goose Down
DROP TABLE subscription_codes;
DROP TABLE code_batches;
