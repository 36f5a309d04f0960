-- +goose Up
-- How a batch is paid: by card through an order, or by an invoice that an operator records as paid.
ALTER TABLE code_batches ADD COLUMN paid_by text NOT NULL DEFAULT 'invoice' CHECK (paid_by IN ('card', 'invoice'));
CREATE INDEX code_batches_awaiting ON code_batches (created_at) WHERE state = 'awaiting_payment';

-- Where an issued code is mailed to.
ALTER TABLE subscription_codes ADD COLUMN issued_email text, ADD COLUMN issued_locale text,
    ADD CHECK (issued_email IS NULL OR issued_at IS NOT NULL);

-- What happened to a batch and its codes: who, when, what; never a code and never personal data. attempt_id
-- names the payment that didn't work.
CREATE TABLE code_batch_events (
    id       uuid PRIMARY KEY,
    batch_id uuid NOT NULL REFERENCES code_batches (id),
    code_id  uuid REFERENCES subscription_codes (id),
    kind     text NOT NULL CHECK (kind IN ('bought', 'activated', 'payment_failed', 'codes_read', 'issued', 'code_revoked', 'revoked')),
    actor    text NOT NULL CHECK (actor IN ('professional', 'operator', 'system')),
    at       timestamptz NOT NULL
);
CREATE INDEX code_batch_events_batch ON code_batch_events (batch_id, at);
CREATE INDEX code_batch_events_code ON code_batch_events (code_id) WHERE code_id IS NOT NULL;
CREATE TRIGGER code_batch_events_append_only BEFORE UPDATE OR DELETE ON code_batch_events
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A purchase that is sent twice finds its first attempt.
CREATE UNIQUE INDEX payment_attempts_purchase_key ON payment_attempts (idempotency_hash)
    WHERE registration_id IS NULL AND idempotency_hash IS NOT NULL;

-- +goose Down
DROP INDEX payment_attempts_purchase_key;
DROP TABLE code_batch_events;
ALTER TABLE subscription_codes DROP COLUMN issued_locale, DROP COLUMN issued_email;
DROP INDEX code_batches_awaiting;
ALTER TABLE code_batches DROP COLUMN paid_by;
