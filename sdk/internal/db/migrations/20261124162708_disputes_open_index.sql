-- +goose NO TRANSACTION
-- +goose Up
DROP INDEX CONCURRENTLY IF EXISTS disputes_open;
CREATE INDEX CONCURRENTLY disputes_open ON disputes (decided_at, evidence_due_at);
DROP INDEX CONCURRENTLY IF EXISTS refunds_attempt;
CREATE INDEX CONCURRENTLY refunds_attempt ON refunds (attempt_id);
