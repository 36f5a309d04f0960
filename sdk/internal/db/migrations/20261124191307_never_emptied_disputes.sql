-- +goose Up
-- TRUNCATE fires no trigger of rows.
CREATE TRIGGER disputes_never_emptied BEFORE TRUNCATE ON disputes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
