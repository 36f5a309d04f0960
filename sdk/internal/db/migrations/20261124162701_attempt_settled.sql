-- +goose Up
-- settled_at: when it was heard that the money of a capture is settled. lost_at: when a dispute ended against us. Both are facts beside the
-- state, because the release before runs on this schema, too: for it the one is captured, and the other disputed.
ALTER TABLE payment_attempts ADD COLUMN settled_at timestamptz, ADD COLUMN lost_at timestamptz;
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_settled CHECK (settled_at IS NULL OR captured_at IS NOT NULL) NOT VALID;
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_lost CHECK (lost_at IS NULL OR state = 'disputed') NOT VALID;
