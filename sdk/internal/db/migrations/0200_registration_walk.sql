-- +goose NO TRANSACTION
-- +goose Up
-- The expiry and purge jobs walk unfinished sign-ups by when they began, which never changes. By expires_at, which
-- every step moves, each step had to insert its row again into every index of the table.
DROP INDEX CONCURRENTLY IF EXISTS registrations_open_since;
CREATE INDEX CONCURRENTLY registrations_open_since ON registrations (created_at) WHERE state = 'open';
DROP INDEX CONCURRENTLY IF EXISTS registrations_unpurged_since;
CREATE INDEX CONCURRENTLY registrations_unpurged_since ON registrations (created_at) WHERE purged_at IS NULL AND state = 'expired';
-- The last release's jobs find the same rows in the new ones: their conditions are the same.
DROP INDEX CONCURRENTLY IF EXISTS registrations_open_expiry;
DROP INDEX CONCURRENTLY IF EXISTS registrations_unpurged;

-- +goose Down
DROP INDEX CONCURRENTLY IF EXISTS registrations_open_expiry;
CREATE INDEX CONCURRENTLY registrations_open_expiry ON registrations (expires_at) WHERE state = 'open';
DROP INDEX CONCURRENTLY IF EXISTS registrations_unpurged;
CREATE INDEX CONCURRENTLY registrations_unpurged ON registrations (expires_at) WHERE purged_at IS NULL AND state = 'expired';
DROP INDEX CONCURRENTLY IF EXISTS registrations_open_since;
DROP INDEX CONCURRENTLY IF EXISTS registrations_unpurged_since;
