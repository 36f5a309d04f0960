-- +goose NO TRANSACTION
-- +goose Up
DROP INDEX CONCURRENTLY IF EXISTS disputes_open;
CREATE INDEX CONCURRENTLY disputes_open ON disputes (evidence_due_at) WHERE decided_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS refunds_attempt;
CREATE INDEX CONCURRENTLY refunds_attempt ON refunds (attempt_id);
