-- +goose Up
-- TRUNCATE fires no trigger of rows.
CREATE TRIGGER subscription_terms_never_emptied BEFORE TRUNCATE ON subscription_terms FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
