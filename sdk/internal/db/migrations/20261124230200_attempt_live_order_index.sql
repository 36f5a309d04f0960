-- +goose NO TRANSACTION
-- +goose Up
-- In place of payment_attempts_live_order: an attempt that another one has followed doesn't count.
DROP INDEX CONCURRENTLY IF EXISTS payment_attempts_standing_order;
CREATE UNIQUE INDEX CONCURRENTLY payment_attempts_standing_order ON payment_attempts (order_id) WHERE live AND followed_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS payment_attempts_live_order;
