-- +goose Up
-- When a card is no longer good; NULL for a wallet, and where the provider didn't say.
ALTER TABLE payment_methods ADD COLUMN expires_at timestamptz;
