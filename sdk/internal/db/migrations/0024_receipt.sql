-- +goose Up
-- The proof of a purchase, as it was given. The co-parent's own shows no price and nothing of the payer.
CREATE TABLE receipts (
    id         uuid PRIMARY KEY,
    order_id   uuid NOT NULL REFERENCES orders (id),
    account_id uuid NOT NULL REFERENCES accounts (id),
    kind       text NOT NULL CHECK (kind IN ('payer', 'co_parent')),
    locale     text NOT NULL,
    document   jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    mailed_at  timestamptz,
    UNIQUE (order_id, kind)
);
CREATE INDEX receipts_account ON receipts (account_id);
CREATE TRIGGER receipts_kept BEFORE DELETE ON receipts FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- One use of a coupon or of a subscription code.
CREATE TABLE redemptions (
    id           uuid PRIMARY KEY,
    order_id     uuid NOT NULL REFERENCES orders (id),
    kind         text NOT NULL CHECK (kind IN ('coupon', 'subscription_code')),
    coupon_code  text,
    code_id      uuid,
    amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
    currency     text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    created_at   timestamptz NOT NULL,
    reversed_at  timestamptz,
    CHECK ((kind = 'coupon') = (coupon_code IS NOT NULL)),
    CHECK ((kind = 'subscription_code') = (code_id IS NOT NULL))
);
CREATE UNIQUE INDEX redemptions_code ON redemptions (code_id) WHERE code_id IS NOT NULL AND reversed_at IS NULL;
CREATE UNIQUE INDEX redemptions_coupon ON redemptions (order_id) WHERE coupon_code IS NOT NULL;
CREATE INDEX redemptions_order ON redemptions (order_id);

-- +goose Down
DROP TABLE redemptions;
DROP TABLE receipts;
