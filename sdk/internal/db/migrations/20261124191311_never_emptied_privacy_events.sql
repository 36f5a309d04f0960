-- +goose Up
-- TRUNCATE fires no trigger of rows.
CREATE TRIGGER privacy_events_never_emptied BEFORE TRUNCATE ON privacy_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
