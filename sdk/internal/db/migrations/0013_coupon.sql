-- +goose Up
-- The one coupon of an order, held while the order is being paid and used from then on.
CREATE TABLE coupon_uses (
    order_id    uuid PRIMARY KEY,
    coupon_code text NOT NULL,
    limited     boolean NOT NULL, -- counts in coupon_counts
    state       text NOT NULL CHECK (state IN ('reserved', 'redeemed')),
    reserved_at timestamptz NOT NULL,
    redeemed_at timestamptz,
    CHECK ((state = 'redeemed') = (redeemed_at IS NOT NULL))
);
CREATE INDEX coupon_uses_code ON coupon_uses (coupon_code);

-- How many orders hold or used a coupon that has a limit. Coupons without one have no row, so that their
-- orders don't queue for it.
CREATE TABLE coupon_counts (
    coupon_code text PRIMARY KEY,
    taken       integer NOT NULL CHECK (taken >= 0)
);

-- +goose Down
DROP TABLE coupon_counts;
DROP TABLE coupon_uses;
