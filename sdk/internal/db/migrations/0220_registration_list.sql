-- +goose NO TRANSACTION
-- +goose Up
-- Operators list sign-ups by how they ended, newest first, however few there are of a kind. Open ones have registrations_open_since. A sign-up
-- enters one of these when it ends, and never before: no step writes them, and other indexes' conditions name the state already, so that a
-- step remains a HOT update.
DROP INDEX CONCURRENTLY IF EXISTS registrations_paid_newest;
CREATE INDEX CONCURRENTLY registrations_paid_newest ON registrations (id) WHERE state = 'paid';
DROP INDEX CONCURRENTLY IF EXISTS registrations_expired_newest;
CREATE INDEX CONCURRENTLY registrations_expired_newest ON registrations (id) WHERE state = 'expired';

-- +goose Down
DROP INDEX CONCURRENTLY IF EXISTS registrations_paid_newest;
DROP INDEX CONCURRENTLY IF EXISTS registrations_expired_newest;
