-- +goose Up
-- When the mailbox of an account's address answered: somebody used a link that was mailed there. NULL: the address is as it was typed. A professional's
-- account holds its address (login_email_hash) only from then on.
ALTER TABLE accounts ADD COLUMN address_proved_at timestamptz;
