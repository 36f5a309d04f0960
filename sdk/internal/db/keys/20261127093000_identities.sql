-- +goose Up
-- The product's database that these keys belong to: the table as the product's database has it.
CREATE TABLE identities (
    kind          text NOT NULL,
    number        smallint NOT NULL,
    version       integer NOT NULL,
    value         text NOT NULL,
    operator_name text NOT NULL,
    reason        text NOT NULL,
    created_at    timestamptz NOT NULL,
    PRIMARY KEY (kind, number, version)
);
