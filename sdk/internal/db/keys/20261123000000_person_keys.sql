-- +goose Up
-- A database of its own for persons' keys (sdk.Config.PersonKeys): the table as the baseline has it, and nothing else.
CREATE TABLE person_keys (
    person_id  uuid PRIMARY KEY,
    wrapped    bytea NOT NULL,
    created_at timestamptz NOT NULL
);
-- What was made for a transaction that was rolled back is found by its age.
CREATE INDEX person_keys_created ON person_keys (created_at, person_id);
