-- +goose Up
-- A capture adds its row whichever release captures; those of before follow.
-- +goose StatementBegin
CREATE FUNCTION watch_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO settlements (attempt_id, ask_at) VALUES (NEW.attempt_id, NEW.created_at + interval '20 hours') ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER gateway_transactions_settle AFTER INSERT ON gateway_transactions FOR EACH ROW WHEN (NEW.kind = 'sale') EXECUTE FUNCTION watch_settlement();
INSERT INTO settlements (attempt_id, ask_at) SELECT id, now() FROM payment_attempts WHERE state IN ('captured', 'disputed') ON CONFLICT DO NOTHING;
