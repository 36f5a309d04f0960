-- +goose NO TRANSACTION
-- +goose Up
-- The journal of a month reads what happened in it.
DROP INDEX CONCURRENTLY IF EXISTS gateway_transactions_created;
CREATE INDEX CONCURRENTLY gateway_transactions_created ON gateway_transactions USING brin (created_at) WITH (autosummarize = on);
DROP INDEX CONCURRENTLY IF EXISTS refunds_done;
CREATE INDEX CONCURRENTLY refunds_done ON refunds (done_at);
DROP INDEX CONCURRENTLY IF EXISTS code_batches_activated;
CREATE INDEX CONCURRENTLY code_batches_activated ON code_batches (activated_at);
DROP INDEX CONCURRENTLY IF EXISTS subscription_codes_ended;
CREATE INDEX CONCURRENTLY subscription_codes_ended ON subscription_codes (ended_at) WHERE ended_at IS NOT NULL;
