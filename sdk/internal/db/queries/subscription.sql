-- name: GetSeat :one
-- A seat with its subscription, its last term, the account in its place, and the user id of the last invitee.
SELECT sqlc.embed(x), sqlc.embed(s), sqlc.embed(t), p.account_id, i.user_id AS invited_id
FROM subscription_seats x JOIN subscriptions s ON s.id = x.subscription_id
JOIN subscription_terms t ON t.subscription_id = x.subscription_id AND t.starts_at = x.term_starts_at
JOIN seats p ON p.family_id = x.family_id AND p.role = x.family_role
LEFT JOIN invitations i ON i.id = (SELECT l.id FROM invitations l WHERE l.family_id = x.family_id AND l.role = x.family_role ORDER BY l.id DESC LIMIT 1)
WHERE x.id = @id;

-- name: ListSeats :many
-- Lists the seats of subscriptions, with the data of GetSeat.
SELECT sqlc.embed(x), sqlc.embed(s), sqlc.embed(t), p.account_id, i.user_id AS invited_id
FROM subscription_seats x JOIN subscriptions s ON s.id = x.subscription_id
JOIN subscription_terms t ON t.subscription_id = x.subscription_id AND t.starts_at = x.term_starts_at
JOIN seats p ON p.family_id = x.family_id AND p.role = x.family_role
LEFT JOIN invitations i ON i.id = (SELECT l.id FROM invitations l WHERE l.family_id = x.family_id AND l.role = x.family_role ORDER BY l.id DESC LIMIT 1)
WHERE x.subscription_id = ANY(@subscription_ids::uuid[]) ORDER BY x.subscription_id, x.number;

-- name: ListSubscriptions :many
-- For operators: newest first, older than the cursor.
SELECT sqlc.embed(x), sqlc.embed(s), sqlc.embed(t), p.account_id, i.user_id AS invited_id
FROM subscription_seats x JOIN subscriptions s ON s.id = x.subscription_id
JOIN subscription_terms t ON t.subscription_id = x.subscription_id AND t.starts_at = x.term_starts_at
JOIN seats p ON p.family_id = x.family_id AND p.role = x.family_role
LEFT JOIN invitations i ON i.id = (SELECT l.id FROM invitations l WHERE l.family_id = x.family_id AND l.role = x.family_role ORDER BY l.id DESC LIMIT 1)
WHERE x.id < @before_id AND (sqlc.narg(state)::text IS NULL OR coalesce(x.ended_as, s.state) = sqlc.narg(state))
  AND (sqlc.narg(ends_before)::timestamptz IS NULL OR t.ends_at <= sqlc.narg(ends_before)::timestamptz)
ORDER BY x.id DESC LIMIT @batch;

-- name: ListPayerSubscriptions :many
-- Lists the seats that a person pays for or uses.
SELECT sqlc.embed(x), sqlc.embed(s), sqlc.embed(t), p.account_id, i.user_id AS invited_id
FROM subscription_seats x JOIN subscriptions s ON s.id = x.subscription_id
JOIN subscription_terms t ON t.subscription_id = x.subscription_id AND t.starts_at = x.term_starts_at
JOIN seats p ON p.family_id = x.family_id AND p.role = x.family_role
LEFT JOIN invitations i ON i.id = (SELECT l.id FROM invitations l WHERE l.family_id = x.family_id AND l.role = x.family_role ORDER BY l.id DESC LIMIT 1)
WHERE x.id IN (
    SELECT u.id FROM subscriptions c JOIN subscription_seats u ON u.subscription_id = c.id WHERE c.payer_account_id = @account_id
    UNION ALL
    SELECT u.id FROM seats o JOIN subscription_seats u ON u.family_id = o.family_id AND u.family_role = o.role WHERE o.account_id = @account_id)
ORDER BY t.starts_at DESC, x.number LIMIT 500;

-- name: LockSubscription :one
-- The lock on a seat's subscription also covers its seats. Read them in a later statement: one that began before the lock was granted doesn't see
-- their latest state.
SELECT * FROM subscriptions WHERE id = (SELECT x.subscription_id FROM subscription_seats x WHERE x.id = @seat_id) FOR UPDATE;

-- name: LockRenewed :one
-- LockSubscription for the subscription that an order renews.
SELECT s.* FROM subscriptions s JOIN orders o ON o.renews_id = s.id WHERE o.id = @order_id FOR UPDATE OF s;

-- name: ListDueRenewals :many
-- Lists the first renewing seat of each subscription with an ended term or a due retry.
SELECT x.id FROM subscriptions s JOIN subscription_seats x ON x.subscription_id = s.id
WHERE s.live AND s.chargeable AND x.renews AND s.renewing_since IS NULL
  AND s.ends_at <= @at::timestamptz AND coalesce(s.retry_at, s.ends_at) <= @at::timestamptz AND x.id > @after_id
  AND NOT EXISTS (SELECT 1 FROM subscription_seats f WHERE f.subscription_id = x.subscription_id AND f.number < x.number AND f.renews)
ORDER BY x.id LIMIT @batch;

-- name: ListComingEnds :many
-- Subscriptions with a term that ends soon and fewer notices than are due by now.
SELECT * FROM subscriptions
WHERE live AND state = 'active' AND ends_at > @at::timestamptz AND ends_at <= @until::timestamptz AND notices < @notices::smallint
ORDER BY ends_at, id LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: SetNotices :exec
UPDATE subscriptions SET notices = @notices, updated_at = @now WHERE id = @id;

-- name: BeginRenewal :exec
UPDATE subscriptions SET renewing_since = @now::timestamptz, updated_at = @now WHERE id = @id;

-- name: FreeRenewal :exec
-- Nothing was charged and nothing was declined: the next run tries again.
UPDATE subscriptions SET renewing_since = NULL, updated_at = @now WHERE id = @id;

-- name: PostponeRenewal :exec
-- Until retry_at, or until the payer changes the payment method if only that helps.
UPDATE subscriptions SET renewing_since = NULL, retry_at = @retry_at::timestamptz, tries = @tries, recourse = @recourse, declined_as = @declined_as, updated_at = @now
WHERE id = @id;

-- name: SetSubscriptionMethod :execrows
-- Changes the payment method. A renewal that was declined with the old one is due again.
UPDATE subscriptions SET payment_method_id = @payment_method_id, recourse = NULL, updated_at = @now,
    retry_at = CASE WHEN tries > 0 AND renewing_since IS NULL THEN @now::timestamptz ELSE retry_at END
WHERE id = @id AND chargeable;

-- name: LapseSubscription :exec
-- Seats that would have renewed lapse. A seat that was canceled before ends, as the term is over.
WITH lapsed AS (
    UPDATE subscriptions SET state = 'lapsed', renewing_since = NULL, retry_at = NULL, tries = @tries, updated_at = @now
    WHERE subscriptions.id = @id RETURNING subscriptions.id)
UPDATE subscription_seats SET ended_as = CASE WHEN cancelled_at IS NULL THEN 'lapsed' ELSE 'ended' END, updated_at = @now
FROM lapsed WHERE subscription_id = lapsed.id AND ended_as IS NULL;

-- name: RenewSubscription :execrows
-- The next term. It starts at the end of the last one, however late it was paid.
UPDATE subscriptions SET term_starts_at = @starts_at, ends_at = @ends_at, renewing_since = NULL, retry_at = NULL, tries = 0, notices = 0,
    recourse = NULL, declined_as = NULL, updated_at = @now
WHERE id = @id AND chargeable AND ends_at = @starts_at;

-- name: RenewSeats :execrows
-- Moves the renewing seats to the term that has just started.
UPDATE subscription_seats SET term_starts_at = @starts_at, updated_at = @now WHERE subscription_id = @subscription_id AND renews;

-- name: EndLeftSeats :exec
-- Ends the seats that the new term doesn't include.
UPDATE subscription_seats SET ended_as = 'ended', updated_at = @now WHERE subscription_id = @subscription_id AND ended_as IS NULL AND NOT renews;

-- name: StopRenewal :execrows
-- A suspended seat doesn't renew. Its cancellation is stored for when it becomes active again.
UPDATE subscription_seats SET cancelled_at = @now::timestamptz, updated_at = @now
WHERE subscription_seats.id = ANY(@ids::uuid[]) AND renews
  AND EXISTS (SELECT 1 FROM subscriptions s WHERE s.id = subscription_id AND s.payment_method_id IS NOT NULL);

-- name: EndSeats :execrows
-- Ends seats that don't renew, at the end of their term.
UPDATE subscription_seats SET ended_as = 'ended', updated_at = @now::timestamptz
WHERE id IN (SELECT x.id FROM subscriptions s JOIN subscription_seats x ON x.subscription_id = s.id
    WHERE s.live AND s.ends_at <= @now::timestamptz AND x.ended_as IS NULL AND NOT (s.chargeable AND x.renews)
    ORDER BY s.ends_at, x.id LIMIT @batch FOR UPDATE SKIP LOCKED);

-- name: EndSubscriptions :execrows
-- Ends subscriptions at the end of their term, once all of their seats have ended.
UPDATE subscriptions SET state = 'ended', updated_at = @now::timestamptz
WHERE id IN (SELECT s.id FROM subscriptions s
    WHERE s.live AND s.ends_at <= @now::timestamptz
      AND NOT EXISTS (SELECT 1 FROM subscription_seats x WHERE x.subscription_id = s.id AND x.ended_as IS NULL)
    ORDER BY s.ends_at LIMIT @batch FOR UPDATE SKIP LOCKED);

-- name: FindPendingRenewal :one
SELECT * FROM orders WHERE subject_id = @subject_id AND state = 'pending' FOR UPDATE;

-- name: CancelPendingRenewal :exec
-- Cancels the renewal of a subscription without renewing seats, unless a payment is in progress at the provider.
UPDATE orders SET state = 'cancelled', updated_at = @now
WHERE subject_id = @subscription_id AND state = 'pending'
  AND NOT EXISTS (SELECT 1 FROM subscription_seats x WHERE x.subscription_id = subject_id AND x.renews)
  AND NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.order_id = orders.id AND a.state IN ('created', 'sent', 'unknown', 'authorised', 'review'));

-- name: ListRenewalOrders :many
-- Every order that renewed a seat or tried to, oldest first.
SELECT o.id, o.state, o.total_minor, o.tax_minor, o.currency, o.term_starts_at, o.attempts, o.placed_at
FROM subscription_seats x JOIN orders o ON o.subject_id = x.subscription_id
WHERE x.id = @seat_id AND (o.term_starts_at <= x.term_starts_at OR x.cancelled_at IS NULL OR o.created_at < x.cancelled_at)
ORDER BY o.term_starts_at, o.created_at;

-- name: GetPaymentMethod :one
SELECT * FROM payment_methods WHERE id = @id;
