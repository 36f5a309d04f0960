-- +goose Up
-- Refuses to delete a row that is younger than an interval by the database's clock, counted from the named column. A test compares the
-- interval with the table of retention in sdk/operate.
-- +goose StatementBegin
CREATE FUNCTION refuse_early_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (to_jsonb(OLD) ->> TG_ARGV[1])::timestamptz < now() - TG_ARGV[0]::interval THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'a row of % is kept for %', TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END
$$;
-- +goose StatementEnd
CREATE OR REPLACE TRIGGER receipts_kept BEFORE DELETE ON receipts FOR EACH ROW EXECUTE FUNCTION refuse_early_deletion('10 years', 'created_at');

-- How a price was worked out goes with the receipt: the order is ten years old then.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION refuse_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM orders WHERE id = OLD.order_id AND placed_at < now() - interval '10 years') THEN
        RETURN OLD;
    END IF;
    PERFORM FROM orders WHERE id = OLD.order_id AND state = 'pending' FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the price of order % is settled', OLD.order_id USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    RETURN NEW;
END
$$;
-- +goose StatementEnd
