-- name: ListOrdersToVerify :many
-- Pages of placed orders by id, with their prices and the payer's receipt. Either may be missing.
SELECT sqlc.embed(o), p.catalog_version, p.tax_version, p.input, p.steps, p.shown, r.document AS receipt,
    (SELECT coalesce(sum(u.amount_minor), 0)::bigint FROM redemptions u WHERE u.order_id = o.id AND u.kind = 'subscription_code') AS codes_redeemed
FROM orders o LEFT JOIN order_prices p ON p.order_id = o.id LEFT JOIN receipts r ON r.order_id = o.id AND r.kind = 'payer'
WHERE o.state IN ('placed', 'refunded') AND o.id > @after AND o.placed_at >= @since::timestamptz
ORDER BY o.id LIMIT @most;
