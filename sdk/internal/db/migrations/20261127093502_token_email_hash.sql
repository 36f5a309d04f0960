-- +goose Up
-- The address that a link to continue a sign-up was mailed to, as registrations.email_hash. It proves the mailbox as long as the sign-up has that
-- address; without it (a link of the release before) it proves none.
ALTER TABLE tokens ADD COLUMN email_hash bytea;
