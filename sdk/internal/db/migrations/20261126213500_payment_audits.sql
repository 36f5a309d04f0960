-- +goose Up
-- What each daily audit of payments found, for every process to tell. The first row is no audit: it is when there was none yet, so that a first one
-- that never comes is noticed as well.
CREATE TABLE payment_audits (
    at          timestamptz PRIMARY KEY,
    differences integer NOT NULL
);
INSERT INTO payment_audits (at, differences) VALUES (now(), 0);
