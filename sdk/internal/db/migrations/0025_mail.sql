-- +goose Up
-- Mail that was handed over already, by the key of its occasion: a job that runs twice mails once.
CREATE TABLE mail_deliveries (
    key     text PRIMARY KEY,
    kind    text NOT NULL,
    sent_at timestamptz NOT NULL
);

-- Development's outbox: every mail that production would send. Empty in production.
CREATE TABLE outbox_mails (
    id         uuid PRIMARY KEY,
    key        text NOT NULL UNIQUE,
    kind       text NOT NULL,
    to_address text NOT NULL,
    to_name    text NOT NULL,
    lang       text NOT NULL,
    subject    text NOT NULL,
    body_text  text NOT NULL,
    body_html  text NOT NULL,
    link       text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL
);
CREATE INDEX outbox_mails_created ON outbox_mails (created_at);
CREATE INDEX outbox_mails_to ON outbox_mails (lower(to_address), created_at);

-- +goose Down
DROP TABLE outbox_mails;
DROP TABLE mail_deliveries;
