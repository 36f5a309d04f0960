-- +goose Up
-- A code with which somebody who is logged in on another site's page comes to the account page: for one use within a minute. login_id is the login
-- that it is of: the login that it is exchanged for ends with that one, and keeps its id.
ALTER TABLE tokens ADD COLUMN login_id uuid;
ALTER TABLE tokens DROP CONSTRAINT tokens_kind_check;
ALTER TABLE tokens ADD CONSTRAINT tokens_kind_check CHECK (kind IN ('credentials', 'password', 'account', 'invitation', 'access', 'signup', 'hand_over')) NOT VALID;
ALTER TABLE tokens ADD CONSTRAINT tokens_login CHECK (CASE kind WHEN 'hand_over' THEN login_id IS NOT NULL WHEN 'account' THEN true ELSE login_id IS NULL END) NOT VALID;
