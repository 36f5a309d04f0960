-- +goose Up
-- The time zone in which a term ends with a day, as in orders.
ALTER TABLE subscription_terms ADD COLUMN zone text NOT NULL DEFAULT 'UTC';
