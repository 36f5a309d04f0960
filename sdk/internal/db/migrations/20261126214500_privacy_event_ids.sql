-- +goose Up
-- The persons and sign-ups that an erasure emptied. Where there was no account, they alone name who is to be erased again from a restored backup.
ALTER TABLE privacy_events ADD COLUMN erased_ids uuid[] NOT NULL DEFAULT '{}';
