-- +goose Up
-- Captures whose money isn't final: not settled yet, or disputed. The daily sweep asks the provider about those that are due. A capture adds
-- its row by a trigger, whichever release captures; the row goes once the money is final.
CREATE TABLE settlements (
    attempt_id uuid PRIMARY KEY REFERENCES payment_attempts (id),
    ask_at     timestamptz NOT NULL
);
CREATE INDEX settlements_ask ON settlements (ask_at);
INSERT INTO settlements (attempt_id, ask_at) SELECT id, now() FROM payment_attempts WHERE state IN ('captured', 'disputed');
-- +goose StatementBegin
CREATE FUNCTION watch_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO settlements (attempt_id, ask_at) VALUES (NEW.attempt_id, NEW.created_at + interval '20 hours') ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER gateway_transactions_settle AFTER INSERT ON gateway_transactions FOR EACH ROW WHEN (NEW.kind = 'sale') EXECUTE FUNCTION watch_settlement();
