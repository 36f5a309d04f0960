-- +goose Up
-- Captures whose money isn't final: not settled yet, or disputed. The daily sweep asks the provider about those that are due. A capture adds
-- its row by a trigger, whichever release captures; the row goes once the money is final.
CREATE TABLE settlements (
    attempt_id uuid PRIMARY KEY REFERENCES payment_attempts (id),
    ask_at     timestamptz NOT NULL
);
CREATE INDEX settlements_ask ON settlements (ask_at);
