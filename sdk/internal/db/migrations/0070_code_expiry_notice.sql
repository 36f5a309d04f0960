-- +goose Up
-- How many of the notices that unused codes are about to expire a batch's owner has got.
ALTER TABLE code_batches ADD COLUMN expiry_notices smallint NOT NULL DEFAULT 0 CHECK (expiry_notices BETWEEN 0 AND 2);
CREATE INDEX code_batches_to_notice ON code_batches (expires_at) WHERE state = 'active' AND expiry_notices < 2;
ALTER TABLE code_batch_events DROP CONSTRAINT code_batch_events_kind_check;
ALTER TABLE code_batch_events ADD CONSTRAINT code_batch_events_kind_check
    CHECK (kind IN ('bought', 'activated', 'payment_failed', 'codes_read', 'issued', 'code_revoked', 'revoked', 'expiry_noticed'));

-- +goose Down
ALTER TABLE code_batch_events DROP CONSTRAINT code_batch_events_kind_check;
ALTER TABLE code_batch_events ADD CONSTRAINT code_batch_events_kind_check
    CHECK (kind IN ('bought', 'activated', 'payment_failed', 'codes_read', 'issued', 'code_revoked', 'revoked')) NOT VALID;
DROP INDEX code_batches_to_notice;
ALTER TABLE code_batches DROP COLUMN expiry_notices;
