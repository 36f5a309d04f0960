-- +goose Up
-- The time zone of the buyer's days. Orders from before have the zone of the mails that named their days.
ALTER TABLE orders ADD COLUMN zone text NOT NULL DEFAULT 'UTC';
