-- +goose NO TRANSACTION
-- +goose Up
DROP INDEX CONCURRENTLY IF EXISTS tokens_registration;
CREATE INDEX CONCURRENTLY tokens_registration ON tokens (registration_id) WHERE registration_id IS NOT NULL;
