-- +goose Up
-- TRUNCATE fires no trigger of rows.
CREATE TRIGGER operator_readings_never_emptied BEFORE TRUNCATE ON operator_readings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
