-- name: ListLedgerOrders :many
-- Lists the orders of a period with the data for the journal. An order may have been voided once and lost once. A voided second payment reverses nothing:
-- the sale remains, and its amount is owed.
SELECT o.id, o.purpose, o.currency, o.years, o.tax_minor, o.total_minor, o.code_total_minor, o.refunded_minor, o.placed_at::timestamptz AS placed_at,
    r.number AS receipt, o.zone, t.starts_at, t.ends_at,
    (SELECT coalesce(sum(b.face_minor), 0)::bigint FROM redemptions x JOIN subscription_codes k ON k.id = x.code_id JOIN code_batches b ON b.id = k.batch_id
        WHERE x.order_id = o.id) AS faces_minor,
    (SELECT coalesce(array_agg(e.at ORDER BY e.at), '{}')::timestamptz[] FROM payment_attempts a JOIN payment_events e ON e.attempt_id = a.id
        WHERE a.order_id = o.id AND o.state = 'cancelled' AND e.from_state IN ('authorised', 'review') AND e.to_state = 'voided' AND NOT a.pays_again) AS voided_at,
    (SELECT coalesce(array_agg(a.lost_at), '{}')::timestamptz[] FROM payment_attempts a WHERE a.order_id = o.id AND a.lost_at IS NOT NULL) AS lost_at
FROM orders o LEFT JOIN receipts r ON r.order_id = o.id AND r.kind = 'payer'
    LEFT JOIN subscription_terms t ON t.order_id = o.id
WHERE o.placed_at >= @since::timestamptz AND o.placed_at < @before::timestamptz
ORDER BY o.placed_at, o.id;

-- name: ListLedgerRefunds :many
-- Lists the completed refunds of these orders.
SELECT order_id, amount_minor, tax_minor, keeps_subscription, coalesce(credit_note, 'O-' || order_id || '-' || number)::text AS credit_note, coalesce(done_at, updated_at)::timestamptz AS done_at
FROM refunds WHERE order_id = ANY(@order_ids::uuid[]) AND state = 'done' ORDER BY order_id, done_at, number;

-- name: ListLedgerPrices :many
-- Lists the tax calculation of these orders.
SELECT order_id, input, steps FROM order_prices WHERE order_id = ANY(@order_ids::uuid[]);

-- name: FirstRefundedOrder :many
-- The time of the oldest order with a refund in a period. No row without refunds.
SELECT o.placed_at::timestamptz AS placed_at FROM refunds r JOIN orders o ON o.id = r.order_id
WHERE r.done_at >= @since::timestamptz AND r.done_at < @before::timestamptz ORDER BY o.placed_at LIMIT 1;

-- name: ListLedgerMovements :many
-- Lists the provider's transactions in a period.
SELECT sqlc.embed(t), a.order_id FROM gateway_transactions t JOIN payment_attempts a ON a.id = t.attempt_id
WHERE t.created_at >= @since::timestamptz AND t.created_at < @before::timestamptz ORDER BY t.created_at, t.provider_id, t.kind;

-- name: ListLedgerLostDisputes :many
-- Disputes that were charged back and lost in a period.
SELECT d.provider_id, a.order_id, d.decided_at::timestamptz AS decided_at, t.amount_minor, t.currency
FROM disputes d JOIN payment_attempts a ON a.id = d.attempt_id JOIN gateway_transactions t ON t.provider_id = d.provider_id AND t.kind = 'chargeback'
WHERE d.decided_at >= @since::timestamptz AND d.decided_at < @before::timestamptz AND d.state IN ('accepted', 'lost', 'expired') ORDER BY d.decided_at, d.id;

-- name: ListLedgerInvoicedBatches :many
-- Batches of codes with an invoice that was recorded as paid in a period.
SELECT id, currency, (face_minor * size)::bigint AS face_minor, activated_at::timestamptz AS activated_at FROM code_batches
WHERE activated_at >= @since::timestamptz AND activated_at < @before::timestamptz AND paid_by = 'invoice' ORDER BY activated_at, id;

-- name: ListLedgerEndedCodes :many
-- Codes that were sold and ended unused in a period, by batch and time.
SELECT b.id, b.currency, (b.face_minor * count(*))::bigint AS face_minor, c.ended_at::timestamptz AS ended_at
FROM subscription_codes c JOIN code_batches b ON b.id = c.batch_id
WHERE c.ended_at >= @since::timestamptz AND c.ended_at < @before::timestamptz AND b.activated_at IS NOT NULL
GROUP BY b.id, c.ended_at ORDER BY c.ended_at, b.id;
