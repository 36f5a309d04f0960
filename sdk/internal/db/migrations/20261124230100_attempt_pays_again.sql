-- +goose Up
-- An order whose settlement was declined may be paid again, by another attempt. pays_again: the attempt is such a one, of an order that stood
-- already. followed_at: when another attempt took the place of one whose settlement was declined, which is live no more.
ALTER TABLE payment_attempts
    ADD COLUMN pays_again  boolean NOT NULL DEFAULT false,
    ADD COLUMN followed_at timestamptz;
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_followed CHECK (followed_at IS NULL OR state = 'settlement_declined') NOT VALID;
