-- +goose NO TRANSACTION
-- +goose Up
DROP INDEX CONCURRENTLY IF EXISTS receipts_number;
CREATE UNIQUE INDEX CONCURRENTLY receipts_number ON receipts (number) WHERE number IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS receipts_unnumbered;
CREATE INDEX CONCURRENTLY receipts_unnumbered ON receipts (created_at) WHERE number IS NULL AND kind = 'payer';
