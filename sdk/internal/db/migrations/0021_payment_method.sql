-- +goose Up
-- A payment method that the provider keeps for us. Its token opens somebody's card, so it is encrypted
-- (AES-256-GCM, bound to the row's id) and found by a keyed hash.
CREATE TABLE payment_methods (
    id           uuid PRIMARY KEY,
    account_id   uuid REFERENCES accounts (id),
    token_hash   bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
    token_sealed bytea NOT NULL,
    payment_type text NOT NULL CHECK (payment_type IN ('CREDIT_CARD', 'PAYPAL', 'VENMO', 'APPLE_PAY')),
    last_four    text CHECK (last_four ~ '^[0-9]{4}$'),
    brand        text,
    created_at   timestamptz NOT NULL,
    removed_at   timestamptz
);
CREATE INDEX payment_methods_account ON payment_methods (account_id) WHERE account_id IS NOT NULL;

-- +goose Down
DROP TABLE payment_methods;
