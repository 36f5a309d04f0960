-- +goose Up
-- A professional who has signed up holds no e-mail address before they use the link that was mailed there: anybody could have typed it.
ALTER TABLE accounts DROP CONSTRAINT accounts_check;
ALTER TABLE accounts ADD CONSTRAINT accounts_check
    CHECK (state = 'closed' OR login_email_hash IS NOT NULL OR (kind = 'professional' AND state = 'created')) NOT VALID;
