-- +goose NO TRANSACTION
-- +goose Up
DROP INDEX CONCURRENTLY IF EXISTS receipts_created;
CREATE INDEX CONCURRENTLY receipts_created ON receipts USING brin (created_at) WITH (autosummarize = on);
