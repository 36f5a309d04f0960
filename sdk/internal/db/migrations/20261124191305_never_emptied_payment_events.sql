-- +goose Up
-- TRUNCATE fires no trigger of rows.
CREATE TRIGGER payment_events_never_emptied BEFORE TRUNCATE ON payment_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
