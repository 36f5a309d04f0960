-- +goose NO TRANSACTION
-- +goose Up
-- With the position, so that what is due is read in its order, and only as far as there are firsts of their subjects: sorting all that waits
-- took seconds where an application had been down for an hour.
DROP INDEX CONCURRENTLY IF EXISTS host_deliveries_due;
CREATE INDEX CONCURRENTLY host_deliveries_due ON host_deliveries (endpoint_id, due_at, position) WHERE state = 'pending';
