-- +goose NO TRANSACTION
-- +goose Up
DROP INDEX CONCURRENTLY IF EXISTS refunds_request;
CREATE UNIQUE INDEX CONCURRENTLY refunds_request ON refunds (attempt_id, request) WHERE request IS NOT NULL AND state <> 'failed';
DROP INDEX CONCURRENTLY IF EXISTS refunds_credit_note;
CREATE UNIQUE INDEX CONCURRENTLY refunds_credit_note ON refunds (credit_note) WHERE credit_note IS NOT NULL;
