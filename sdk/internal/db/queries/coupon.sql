-- name: CouponCounts :many
SELECT * FROM coupon_counts WHERE coupon_code = ANY(@codes::text[]);

-- name: TakeCoupon :execrows
-- Counts one more use if the limit allows it.
INSERT INTO coupon_counts (coupon_code, taken) VALUES (@coupon_code, 1)
ON CONFLICT (coupon_code) DO UPDATE SET taken = coupon_counts.taken + 1 WHERE coupon_counts.taken < @max_uses::integer;

-- name: GiveBackCoupon :exec
UPDATE coupon_counts SET taken = taken - 1 WHERE coupon_code = @coupon_code;

-- name: ReserveCoupon :exec
INSERT INTO coupon_uses (order_id, coupon_code, limited, state, reserved_at) VALUES (@order_id, @coupon_code, @limited, 'reserved', @now);

-- name: RedeemCoupon :exec
-- Marks the coupon that an order reserved as used, and inserts the redemption.
WITH used AS (
    UPDATE coupon_uses SET state = 'redeemed', redeemed_at = @now::timestamptz WHERE coupon_uses.order_id = @order_id AND state = 'reserved')
INSERT INTO redemptions (id, order_id, kind, coupon_code, amount_minor, currency, created_at)
VALUES (@redemption_id, @order_id, 'coupon', @coupon_code, @amount_minor, @currency, @now::timestamptz);

-- name: ReleaseCoupon :one
DELETE FROM coupon_uses WHERE order_id = @order_id RETURNING *;
