-- name: FindLiveAttempt :one
-- The attempt that blocks another one; at most one.
SELECT * FROM payment_attempts
WHERE registration_id = @registration_id
  AND state IN ('created', 'sent', 'unknown', 'authorised', 'capturing', 'captured', 'review', 'capture_failed', 'settlement_declined', 'refunded', 'disputed');

-- name: FindLatestAttempt :one
SELECT * FROM payment_attempts WHERE registration_id = @registration_id ORDER BY created_at DESC, number DESC LIMIT 1;

-- name: FindAttemptByIdempotency :one
SELECT * FROM payment_attempts WHERE registration_id = @registration_id AND idempotency_hash = @idempotency_hash::bytea;

-- name: FindOrderAttempt :one
-- The attempt that paid an order; none where nothing was due.
SELECT * FROM payment_attempts WHERE order_id = @order_id
  AND state IN ('authorised', 'capturing', 'captured', 'review', 'capture_failed', 'settlement_declined', 'refunded', 'disputed', 'expired')
ORDER BY number DESC LIMIT 1;

-- name: GetAttempt :one
SELECT * FROM payment_attempts WHERE id = @id;

-- name: LockAttempt :one
SELECT * FROM payment_attempts WHERE id = @id FOR UPDATE;

-- name: InsertAttempt :one
INSERT INTO payment_attempts (id, order_id, registration_id, number, gateway_order_id, state, amount_minor, currency, merchant_account_id,
    payment_type, vault, payment_method_id, payer_hash, nonce_hash, idempotency_hash, lease_until, check_at, created_at, updated_at)
VALUES (@id, @order_id, @registration_id, @number, @gateway_order_id, 'created', @amount_minor, @currency, @merchant_account_id,
    @payment_type, @vault, @payment_method_id, @payer_hash, @nonce_hash, @idempotency_hash, @lease_until, @check_at, @now, @now)
RETURNING *;

-- name: SendAttempt :execrows
-- Committed before anything is sent. A process that has lost the fence sends nothing.
UPDATE payment_attempts SET state = 'sent', sent_at = @now::timestamptz, lease_until = @lease_until, check_at = @lease_until, updated_at = @now
WHERE id = @id AND state = 'created' AND fence = @fence;

-- name: SaveAttempt :execrows
-- Writes the result of a locked attempt if its fence is still the same.
UPDATE payment_attempts SET state = @state, check_at = @check_at, searches = @searches, capture_tries = @capture_tries,
    transaction_id = @transaction_id, last_four = @last_four, brand = @brand, card_country = @card_country,
    decline_code = @decline_code, processor_code = @processor_code, payment_method_id = @payment_method_id,
    decided_at = @decided_at, captured_at = @captured_at, lease_until = @lease_until, updated_at = @now
WHERE id = @id AND fence = @fence;

-- name: ClaimAttempt :one
-- Takes an attempt that nobody holds any more. The fence rises, so that a late answer of the one before
-- changes nothing.
UPDATE payment_attempts SET fence = fence + 1, lease_until = @lease_until, updated_at = @now
WHERE id = @id AND lease_until <= @now
RETURNING *;

-- name: TakeOverAttempt :one
-- For an operator: takes over an attempt, whichever process holds it.
UPDATE payment_attempts SET fence = fence + 1, lease_until = @lease_until, updated_at = @now
WHERE id = @id
RETURNING *;

-- name: ListDueAttempts :many
SELECT id, state FROM payment_attempts WHERE check_at <= @now::timestamptz AND lease_until <= @now ORDER BY check_at LIMIT @batch;

-- name: ListAttempts :many
-- For operators: newest first, older than the cursor.
SELECT a.id, a.order_id, a.registration_id, a.gateway_order_id, a.state, a.amount_minor, a.currency, a.payment_type, a.transaction_id,
    a.last_four, a.decline_code, a.searches, a.created_at, a.updated_at, o.state AS order_state
FROM payment_attempts a JOIN orders o ON o.id = a.order_id
WHERE (sqlc.narg(state)::text IS NULL OR a.state = sqlc.narg(state)) AND a.id < @before_id
ORDER BY a.id DESC LIMIT @batch;

-- name: ListAuditAttempts :many
-- Walks every attempt that may have reached the provider, oldest first.
SELECT sqlc.embed(a), o.state AS order_state
FROM payment_attempts a JOIN orders o ON o.id = a.order_id
WHERE a.id > @after_id AND a.sent_at IS NOT NULL AND a.created_at >= @since
ORDER BY a.id LIMIT @batch;

-- name: ListUnpaidPlacedOrders :many
-- Orders that something was due on and that no attempt has money for.
SELECT o.id FROM orders o
WHERE o.state = 'placed' AND o.total_minor > 0 AND o.placed_at >= @since::timestamptz
  AND NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.order_id = o.id
      AND a.state IN ('authorised', 'capturing', 'captured', 'review', 'capture_failed', 'settlement_declined', 'disputed', 'expired'))
ORDER BY o.id LIMIT @batch;

-- name: InsertPaymentEvent :exec
INSERT INTO payment_events (id, attempt_id, event, from_state, to_state, fence, detail, at)
VALUES (@id, @attempt_id, @event, @from_state, @to_state, @fence, @detail, @at);

-- name: ListPaymentEvents :many
SELECT * FROM payment_events WHERE attempt_id = @attempt_id ORDER BY at, id;

-- name: FindAttemptByTransaction :one
SELECT * FROM payment_attempts WHERE transaction_id = @transaction_id;

-- name: FindAttemptByGatewayOrder :one
SELECT * FROM payment_attempts WHERE gateway_order_id = @gateway_order_id;

-- name: ListRegistrationAttempts :many
SELECT id, order_id, state, amount_minor, currency, payment_type, created_at FROM payment_attempts
WHERE registration_id = @registration_id ORDER BY number, id;

-- name: CountDeclines :one
-- Of the tries of people, not of renewals, that were decided since.
SELECT count(*) FILTER (WHERE state = 'declined') AS declined, count(*) AS decided FROM payment_attempts
WHERE state IN ('declined', 'authorised', 'capturing', 'captured', 'voided', 'capture_failed', 'refunded') AND created_at >= @since::timestamptz
  AND (registration_id IS NOT NULL OR payment_method_id IS NULL);

-- name: KnownGatewayOrders :many
SELECT gateway_order_id FROM payment_attempts WHERE gateway_order_id = ANY(@ids::text[]);
