-- +goose Up
-- TRUNCATE fires no trigger of rows.
CREATE TRIGGER registration_events_never_emptied BEFORE TRUNCATE ON registration_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
