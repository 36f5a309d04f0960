-- +goose Up
-- TRUNCATE fires no trigger of rows.
CREATE TRIGGER account_events_never_emptied BEFORE TRUNCATE ON account_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
