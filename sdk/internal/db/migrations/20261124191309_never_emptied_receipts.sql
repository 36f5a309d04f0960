-- +goose Up
-- TRUNCATE fires no trigger of rows.
CREATE TRIGGER receipts_never_emptied BEFORE TRUNCATE ON receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
