-- +goose Up
-- TRUNCATE fires no trigger of rows.
CREATE TRIGGER code_batch_events_never_emptied BEFORE TRUNCATE ON code_batch_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
