-- +goose Up
-- Any number of refunds for an attempt. request names the call that asked for one: the same call again finds it. A refund that was made in the
-- provider's control panel was asked for by nobody here.
ALTER TABLE refunds
    ADD COLUMN reason             text NOT NULL DEFAULT '',
    ADD COLUMN requested_by       text NOT NULL DEFAULT '',
    ADD COLUMN keeps_subscription boolean NOT NULL DEFAULT false,
    ADD COLUMN origin             text NOT NULL DEFAULT 'here' CONSTRAINT refunds_origin CHECK (origin IN ('here', 'panel')),
    ADD COLUMN request            bytea CONSTRAINT refunds_request_length CHECK (octet_length(request) = 32),
    ADD COLUMN credit_note        text,
    ADD COLUMN done_at            timestamptz;
