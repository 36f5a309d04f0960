-- +goose Up
-- TRUNCATE fires no trigger of rows.
CREATE TRIGGER gateway_transactions_never_emptied BEFORE TRUNCATE ON gateway_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
