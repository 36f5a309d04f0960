-- +goose Up
-- The arms that a registration started with, where they differ from the shipped ones. They stay when the
-- purge takes the visitor's id, so that a funnel can be told by arm long after.
ALTER TABLE registrations ADD COLUMN arms jsonb NOT NULL DEFAULT '{}';
CREATE INDEX registrations_created ON registrations (created_at);

-- +goose Down
DROP INDEX registrations_created;
ALTER TABLE registrations DROP COLUMN arms;
