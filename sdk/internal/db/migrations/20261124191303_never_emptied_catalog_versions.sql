-- +goose Up
-- TRUNCATE fires no trigger of rows.
CREATE TRIGGER catalog_versions_never_emptied BEFORE TRUNCATE ON catalog_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
