-- +goose Up
-- A receipt is numbered after its payment, so that payments don't wait for each other: by the job that mails it, or by the daily sweep.
ALTER TABLE receipts ADD COLUMN number text;
