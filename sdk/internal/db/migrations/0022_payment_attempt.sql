-- +goose Up
-- One try at the provider. The states and what follows them are the table in sdk/payment/state.go; a test
-- compares it with the checks and indexes below.
--
-- lease_until and fence: the process that works on an attempt holds it until then, and a process that takes it
-- over increments the fence, so that a late answer changes nothing. check_at is when the
-- reconciler looks at it next; NULL when there is nothing left to find out.
CREATE TABLE payment_attempts (
    id                  uuid PRIMARY KEY,
    order_id            uuid NOT NULL REFERENCES orders (id),
    registration_id     uuid REFERENCES registrations (id),
    number              smallint NOT NULL CHECK (number > 0),
    gateway_order_id    text NOT NULL UNIQUE,
    state               text NOT NULL CONSTRAINT payment_attempts_state CHECK (state IN (
        'created', 'sent', 'authorised', 'capturing', 'captured', 'aborted', 'declined', 'unknown', 'absent',
        'superseded', 'review', 'voided', 'expired', 'capture_failed', 'settlement_declined', 'refunded', 'disputed')),
    amount_minor        bigint NOT NULL CHECK (amount_minor > 0),
    currency            text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    merchant_account_id text NOT NULL,
    payment_type        text NOT NULL CHECK (payment_type IN ('CREDIT_CARD', 'PAYPAL', 'VENMO', 'APPLE_PAY')),
    vault               boolean NOT NULL,
    payment_method_id   uuid REFERENCES payment_methods (id),

    payer_hash          bytea NOT NULL CHECK (octet_length(payer_hash) = 32),       -- of the payer's e-mail, keyed
    nonce_hash          bytea UNIQUE CHECK (octet_length(nonce_hash) = 32),         -- keyed; NULL for a kept method
    idempotency_hash    bytea CHECK (octet_length(idempotency_hash) = 32),          -- keyed
    request_hash        bytea CHECK (octet_length(request_hash) = 32),              -- keyed; holds neither nonce nor device data

    fence               bigint NOT NULL DEFAULT 1,
    lease_until         timestamptz NOT NULL,
    check_at            timestamptz,
    searches            integer NOT NULL DEFAULT 0, -- in vain
    capture_tries       integer NOT NULL DEFAULT 0,

    transaction_id      text UNIQUE,
    last_four           text CHECK (last_four ~ '^[0-9]{4}$'),
    brand               text,
    card_country        text,
    decline_code        text,
    processor_code      text,

    created_at          timestamptz NOT NULL,
    sent_at             timestamptz,
    decided_at          timestamptz,
    captured_at         timestamptz,
    updated_at          timestamptz NOT NULL,

    UNIQUE (order_id, number),
    CHECK (state IN ('created', 'aborted') = (sent_at IS NULL)),
    CHECK (state NOT IN ('authorised', 'capturing', 'captured', 'capture_failed', 'settlement_declined', 'refunded', 'disputed', 'voided', 'expired') OR transaction_id IS NOT NULL),
    CHECK ((state = 'declined') = (decline_code IS NOT NULL))
);
CREATE UNIQUE INDEX payment_attempts_live_registration ON payment_attempts (registration_id)
    WHERE state IN ('created', 'sent', 'unknown', 'authorised', 'capturing', 'captured', 'review', 'capture_failed', 'settlement_declined', 'refunded', 'disputed');
CREATE UNIQUE INDEX payment_attempts_live_order ON payment_attempts (order_id)
    WHERE state IN ('created', 'sent', 'unknown', 'authorised', 'capturing', 'captured', 'review', 'capture_failed', 'settlement_declined', 'refunded', 'disputed');
-- Two sign-ups with the same e-mail can't be paying at the same time; once paid, the account's own index takes over.
CREATE UNIQUE INDEX payment_attempts_paying_payer ON payment_attempts (payer_hash)
    WHERE state IN ('created', 'sent', 'unknown') AND registration_id IS NOT NULL;
CREATE UNIQUE INDEX payment_attempts_idempotency ON payment_attempts (registration_id, idempotency_hash) WHERE idempotency_hash IS NOT NULL;
CREATE INDEX payment_attempts_registration ON payment_attempts (registration_id, created_at) WHERE registration_id IS NOT NULL;
CREATE INDEX payment_attempts_payment_method ON payment_attempts (payment_method_id) WHERE payment_method_id IS NOT NULL;
CREATE INDEX payment_attempts_check ON payment_attempts (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX payment_attempts_state_at ON payment_attempts (state, created_at);

-- What happened to an attempt, and by which fence; never personal data.
CREATE TABLE payment_events (
    id         uuid PRIMARY KEY,
    attempt_id uuid NOT NULL REFERENCES payment_attempts (id),
    event      text NOT NULL,
    from_state text NOT NULL,
    to_state   text NOT NULL,
    fence      bigint NOT NULL,
    detail     text,
    at         timestamptz NOT NULL
);
CREATE INDEX payment_events_attempt ON payment_events (attempt_id, at);
CREATE TRIGGER payment_events_append_only BEFORE UPDATE OR DELETE ON payment_events
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- +goose Down
DROP TABLE payment_events;
DROP TABLE payment_attempts;
