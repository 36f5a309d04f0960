-- name: GetSubscription :one
SELECT * FROM subscriptions WHERE id = @id;

-- name: ListSubscriptions :many
-- For operators: newest first, older than the cursor.
SELECT * FROM subscriptions
WHERE id < @before_id AND (sqlc.narg(state)::text IS NULL OR state = sqlc.narg(state))
  AND (sqlc.narg(ends_before)::timestamptz IS NULL OR ends_at <= sqlc.narg(ends_before)::timestamptz)
ORDER BY id DESC LIMIT @batch;

-- name: ListPayerSubscriptions :many
-- What a person pays for or uses.
SELECT * FROM subscriptions WHERE payer_account_id = @account_id OR account_id = @account_id ORDER BY starts_at DESC, seat LIMIT 500;

-- name: LockSeats :many
-- The seats of one order that the next renewal pays for, always in this order, so that no two processes
-- wait for each other.
SELECT * FROM subscriptions WHERE order_id = (SELECT s.order_id FROM subscriptions s WHERE s.id = @id)
  AND payer_account_id = (SELECT s.payer_account_id FROM subscriptions s WHERE s.id = @id) ORDER BY seat FOR UPDATE;

-- name: LockSeatsOfRenewal :many
-- LockSeats for the seats that an order renews; none where it renews nothing.
SELECT * FROM subscriptions
WHERE order_id = (SELECT s.order_id FROM subscriptions s JOIN orders o ON o.renews_id = s.id WHERE o.id = @order_id)
  AND payer_account_id = (SELECT s.payer_account_id FROM subscriptions s JOIN orders o ON o.renews_id = s.id WHERE o.id = @order_id)
ORDER BY seat FOR UPDATE;

-- name: ListDueRenewals :many
-- The first renewing seat of each order whose term is over, or whose next try has come.
SELECT s.* FROM subscriptions s
WHERE s.state = 'active' AND s.renews AND s.renewing_since IS NULL
  AND s.ends_at <= @at::timestamptz AND coalesce(s.renewal_at, s.ends_at) <= @at::timestamptz AND s.id > @after_id
  AND NOT EXISTS (SELECT 1 FROM subscriptions f WHERE f.order_id = s.order_id AND f.seat < s.seat AND f.state = 'active' AND f.renews)
ORDER BY s.id LIMIT @batch;

-- name: ListComingEnds :many
-- Terms that end soon and whose holders weren't told as often as they should have been by now.
SELECT sqlc.embed(s), (NOT s.renews OR NOT EXISTS (SELECT 1 FROM subscriptions f WHERE f.order_id = s.order_id AND f.seat < s.seat AND f.state = 'active' AND f.renews))::boolean AS leads
FROM subscriptions s
WHERE s.state = 'active' AND s.ends_at > @at::timestamptz AND s.ends_at <= @until::timestamptz AND s.notices < @notices::smallint
ORDER BY s.ends_at, s.id LIMIT @batch FOR UPDATE OF s SKIP LOCKED;

-- name: SetNotices :exec
UPDATE subscriptions SET notices = @notices, updated_at = @now WHERE id = @id;

-- name: BeginRenewal :exec
UPDATE subscriptions SET renewing_since = @now::timestamptz, updated_at = @now WHERE id = ANY(@ids::uuid[]);

-- name: FreeRenewal :exec
-- Nothing was charged and nothing was refused: the next run tries again.
UPDATE subscriptions SET renewing_since = NULL, updated_at = @now WHERE id = ANY(@ids::uuid[]);

-- name: PostponeRenewal :exec
UPDATE subscriptions SET renewing_since = NULL, renewal_at = @renewal_at::timestamptz, renewal_tries = @renewal_tries, updated_at = @now
WHERE id = ANY(@ids::uuid[]);

-- name: SetSubscriptionMethod :execrows
-- Another payment method; a renewal that was refused with the old one is due again.
UPDATE subscriptions SET payment_method_id = @payment_method_id, updated_at = @now,
    renewal_at = CASE WHEN renewal_tries > 0 AND renewing_since IS NULL THEN @now::timestamptz ELSE renewal_at END
WHERE id = ANY(@ids::uuid[]) AND renews;

-- name: LapseSubscriptions :exec
UPDATE subscriptions SET state = 'lapsed', renews = false, renewing_since = NULL, renewal_at = NULL, renewal_tries = @renewal_tries, updated_at = @now
WHERE id = ANY(@ids::uuid[]);

-- name: RenewSubscriptions :execrows
-- The next term. It starts where the last one ended, however late it was paid.
UPDATE subscriptions SET order_id = @order_id, starts_at = @starts_at, ends_at = @ends_at, renewing_since = NULL, renewal_at = NULL,
    renewal_tries = 0, notices = 0, updated_at = @now
WHERE id = ANY(@ids::uuid[]) AND state = 'active' AND renews AND ends_at = @starts_at;

-- name: StopRenewal :execrows
-- A suspended seat doesn't renew; its cancellation is kept for when it becomes active again.
UPDATE subscriptions SET renews = false, cancelled_at = @now::timestamptz, renewal_at = NULL, updated_at = @now
WHERE id = ANY(@ids::uuid[]) AND (state = 'active' AND renews OR state = 'suspended' AND payment_method_id IS NOT NULL AND cancelled_at IS NULL);

-- name: EndSubscriptions :execrows
UPDATE subscriptions SET state = 'ended', updated_at = @now::timestamptz
WHERE id IN (SELECT s.id FROM subscriptions s WHERE s.state IN ('active', 'suspended') AND NOT s.renews AND s.ends_at <= @now::timestamptz
    ORDER BY s.ends_at LIMIT @batch FOR UPDATE SKIP LOCKED);

-- name: FindPendingRenewal :one
SELECT * FROM orders WHERE renews_id = @renews_id AND state = 'pending' FOR UPDATE;

-- name: CancelPendingRenewals :execrows
-- Renewals of these subscriptions for which nothing is under way at the provider.
UPDATE orders SET state = 'cancelled', updated_at = @now
WHERE renews_id = ANY(@ids::uuid[]) AND state = 'pending'
  AND NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.order_id = orders.id AND a.state IN ('created', 'sent', 'unknown', 'authorised', 'review'));

-- name: ListRenewalOrders :many
-- Every order that renewed a subscription, or tried to, oldest first.
SELECT o.id, o.state, o.total_minor, o.tax_minor, o.currency, o.term_starts_at, o.attempts, o.placed_at FROM orders o
WHERE o.renews_id = @subscription_id ORDER BY o.term_starts_at, o.created_at;

-- name: GetPaymentMethod :one
SELECT * FROM payment_methods WHERE id = @id;

-- name: ListSeats :many
-- The seats that one order bought for one payer.
SELECT * FROM subscriptions WHERE order_id = (SELECT s.order_id FROM subscriptions s WHERE s.id = @id)
  AND payer_account_id = (SELECT s.payer_account_id FROM subscriptions s WHERE s.id = @id) ORDER BY seat;
