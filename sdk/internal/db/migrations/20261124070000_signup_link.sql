-- +goose Up
-- A further key of a sign-up, mailed to its parent, who goes on with it on another device. It opens the sign-up as long as that lives;
-- its expires_at is the sign-up's when the link was mailed, and only says when the purge takes the row.
ALTER TABLE tokens ADD COLUMN registration_id uuid;
ALTER TABLE tokens DROP CONSTRAINT tokens_kind_check;
ALTER TABLE tokens ADD CONSTRAINT tokens_kind_check CHECK (kind IN ('credentials', 'password', 'account', 'invitation', 'access', 'signup')) NOT VALID;
ALTER TABLE tokens DROP CONSTRAINT tokens_check1;
ALTER TABLE tokens ADD CONSTRAINT tokens_check1 CHECK ((kind IN ('invitation', 'signup')) = (account_id IS NULL)) NOT VALID;
ALTER TABLE tokens ADD CONSTRAINT tokens_signup CHECK ((kind = 'signup') = (registration_id IS NOT NULL)) NOT VALID;
