-- +goose Up
-- A subscription renews when its term ends. renewal_at is the next try after one that was refused (NULL: the
-- end of the term); renewing_since stands while a try is under way; notices counts the notices of the
-- term's end that were sent.
ALTER TABLE subscriptions
    ADD COLUMN renewal_at     timestamptz,
    ADD COLUMN renewal_tries  smallint NOT NULL DEFAULT 0,
    ADD COLUMN renewing_since timestamptz,
    ADD COLUMN notices        smallint NOT NULL DEFAULT 0;

-- The term that a renewal buys starts here. One order renews a term, however many workers try.
ALTER TABLE orders ADD COLUMN term_starts_at timestamptz,
    ADD CONSTRAINT orders_term_starts CHECK ((purpose = 'renewal') = (term_starts_at IS NOT NULL));
CREATE UNIQUE INDEX orders_one_renewal ON orders (renews_id, term_starts_at)
    WHERE renews_id IS NOT NULL AND state IN ('pending', 'placed', 'refunded');

-- +goose Down
DROP INDEX orders_one_renewal;
ALTER TABLE orders DROP CONSTRAINT orders_term_starts, DROP COLUMN term_starts_at;
ALTER TABLE subscriptions DROP COLUMN notices, DROP COLUMN renewing_since, DROP COLUMN renewal_tries, DROP COLUMN renewal_at;
