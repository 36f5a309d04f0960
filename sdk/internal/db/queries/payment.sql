-- name: FindStandingAttempts :many
-- Lists the attempt that blocks another one, and the attempt that the same call created before. They may be the same.
SELECT a.* FROM orders o JOIN payment_attempts a ON a.order_id = o.id WHERE o.subject_id = @subject_id AND (a.live OR a.call_hash = @call_hash::bytea);

-- name: PayerIsPaying :one
SELECT EXISTS (SELECT 1 FROM payment_attempts WHERE payer_hash = ANY(@payer_hashes::bytea[]) AND watched)::boolean;

-- name: FindLatestAttempt :one
SELECT a.* FROM orders o JOIN payment_attempts a ON a.order_id = o.id WHERE o.subject_id = @subject_id
ORDER BY a.created_at DESC, a.number DESC LIMIT 1;

-- name: FindAttemptByCall :one
SELECT * FROM payment_attempts WHERE call_hash = @call_hash::bytea;

-- name: FindOrderAttempt :one
-- Returns the attempt that paid an order. No row if nothing was due.
SELECT * FROM payment_attempts WHERE order_id = @order_id
  AND state IN ('authorised', 'capturing', 'captured', 'review', 'capture_failed', 'settlement_declined', 'refunded', 'disputed', 'expired')
ORDER BY number DESC LIMIT 1;

-- name: ListOrderAttempts :many
-- Oldest first.
SELECT * FROM payment_attempts WHERE order_id = @order_id ORDER BY number;

-- name: LockOrderToPayAgain :one
-- Locks an order and counts another attempt.
UPDATE orders SET attempts = attempts + 1, updated_at = @now WHERE id = @id AND state = 'placed' RETURNING *;

-- name: FollowAttempt :exec
-- Another attempt replaces the one with the declined settlement.
UPDATE payment_attempts SET followed_at = @now::timestamptz, updated_at = @now
WHERE order_id = @order_id AND state = 'settlement_declined' AND followed_at IS NULL;

-- name: RenewWithAttempt :exec
-- The subscription of an order renews with the method of its new payment, if it renews at all.
WITH kept AS (
    UPDATE subscriptions SET payment_method_id = @payment_method_id::uuid, updated_at = @now FROM subscription_terms t
    WHERE t.order_id = @order_id AND t.subscription_id = subscriptions.id AND subscriptions.term_starts_at = t.starts_at AND subscriptions.payment_method_id IS NOT NULL
    RETURNING subscriptions.payer_account_id)
UPDATE payment_methods SET account_id = kept.payer_account_id FROM kept WHERE payment_methods.id = @payment_method_id::uuid AND payment_methods.account_id IS NULL;

-- name: GetAttempt :one
SELECT * FROM payment_attempts WHERE id = @id;

-- name: LockAttempt :one
-- Locks the order first, then the attempt. The price needs no lock: every caller that reads it holds the order's subject, and so does its only
-- writer.
SELECT sqlc.embed(a), sqlc.embed(o), sqlc.embed(p) FROM payment_attempts a JOIN orders o ON o.id = a.order_id JOIN order_prices p ON p.order_id = o.id
WHERE a.id = @id FOR UPDATE OF o, a;

-- name: InsertAttempt :one
INSERT INTO payment_attempts (id, order_id, number, state, amount_minor, currency, merchant_account_id,
    payment_type, vault, payment_method_id, payer_hash, nonce_hash, call_hash, lease_until, check_at, pays_again, created_at, updated_at)
VALUES (@id, @order_id, @number, 'created', @amount_minor, @currency, @merchant_account_id,
    @payment_type, @vault, @payment_method_id, @payer_hash, @nonce_hash, @call_hash, @lease_until, @check_at, @pays_again, @now, @now)
RETURNING *;

-- name: SendAttempt :execrows
-- Committed before anything is sent. A process that has lost the fence sends nothing.
UPDATE payment_attempts SET state = 'sent', sent_at = @now::timestamptz, lease_until = @lease_until, check_at = @lease_until, updated_at = @now
WHERE id = @id AND state = 'created' AND fence = @fence;

-- name: SaveAttempt :one
-- Writes a locked attempt if its fence is unchanged, and the event that moved it, if any.
WITH saved AS (
    UPDATE payment_attempts SET state = @state, check_at = @check_at, searches = @searches, capture_tries = @capture_tries,
        transaction_id = @transaction_id, last_four = @last_four, brand = @brand, card_country = @card_country,
        decline_code = @decline_code, processor_code = @processor_code, payment_method_id = @payment_method_id, payer_hash = @payer_hash,
        decided_at = @decided_at, captured_at = @captured_at, settled_at = @settled_at, lost_at = @lost_at, lease_until = @lease_until, fence = @fence, updated_at = @now
    WHERE payment_attempts.id = @id AND payment_attempts.fence = @held_fence
    RETURNING payment_attempts.id), event AS (
    INSERT INTO payment_events (attempt_id, id, event, from_state, to_state, fence, detail, at)
    SELECT saved.id, @event_id, @event::text, @from_state, @to_state, @fence, @detail, @now FROM saved WHERE @event::text <> '')
SELECT count(*) FROM saved;

-- name: ClaimAttempt :one
-- Takes an attempt with an expired lease. The higher fence makes a late write of the previous holder fail.
UPDATE payment_attempts SET fence = fence + 1, lease_until = @lease_until, updated_at = @now
WHERE id = @id AND lease_until <= @now
RETURNING *;

-- name: TakeOverAttempt :one
-- For an operator: takes over an attempt even if another process holds it.
UPDATE payment_attempts SET fence = fence + 1, lease_until = @lease_until, updated_at = @now
WHERE id = @id
RETURNING *;

-- name: ListDueAttempts :many
SELECT id, state FROM payment_attempts WHERE unsettled AND check_at <= @now::timestamptz AND lease_until <= @now ORDER BY check_at LIMIT @batch;

-- name: ListAttempts :many
-- For operators: newest first, older than the cursor. Settled and lost attempts have the state captured or disputed, which the previous release
-- understands, and a time in settled_at or lost_at.
SELECT sqlc.embed(a), o.registration_id, o.state AS order_state
FROM payment_attempts a JOIN orders o ON o.id = a.order_id
WHERE (sqlc.narg(state)::text IS NULL OR a.state = sqlc.narg(state))
  AND (NOT @settled::boolean OR a.settled_at IS NOT NULL) AND (NOT @unsettled::boolean OR a.settled_at IS NULL)
  AND (NOT @lost::boolean OR a.lost_at IS NOT NULL) AND (NOT @undecided::boolean OR a.lost_at IS NULL) AND a.id < @before_id
ORDER BY a.id DESC LIMIT @batch;

-- name: ListUnsettledAttempts :many
-- Is like ListAttempts, for a state that few attempts are in at a time, no matter how many have passed through it.
SELECT sqlc.embed(a), o.registration_id, o.state AS order_state
FROM payment_attempts a JOIN orders o ON o.id = a.order_id
WHERE a.unsettled AND a.state = @state AND a.id < @before_id
ORDER BY a.id DESC LIMIT @batch;

-- name: ListAuditAttempts :many
-- Lists every attempt that may have reached the provider, oldest first, with the sum of its transactions there. Disputes don't change those
-- transactions, so they aren't part of the sum.
SELECT sqlc.embed(a), o.state AS order_state,
    (SELECT coalesce(sum(CASE WHEN t.kind = 'sale' THEN t.amount_minor ELSE -t.amount_minor END), 0)::bigint FROM gateway_transactions t
        WHERE t.attempt_id = a.id AND t.currency = a.currency AND t.kind IN ('sale', 'void', 'refund')) AS moved_minor,
    (SELECT coalesce(sum(r.amount_minor), 0)::bigint FROM refunds r WHERE r.attempt_id = a.id AND r.state = 'done') AS refunded_minor,
    (SELECT coalesce(array_agg(d.provider_id || ' ' || d.state), '{}')::text[] FROM disputes d WHERE d.attempt_id = a.id) AS disputes
FROM payment_attempts a JOIN orders o ON o.id = a.order_id
WHERE a.id > @after_id AND a.sent_at IS NOT NULL AND a.created_at >= @since
ORDER BY a.id LIMIT @batch;

-- name: ListUnpaidPlacedOrders :many
-- Placed orders with an amount due and without an attempt that has the money.
SELECT o.id FROM orders o
WHERE o.state = 'placed' AND o.total_minor > 0 AND o.placed_at >= @since::timestamptz
  AND NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.order_id = o.id
      AND a.state IN ('authorised', 'capturing', 'captured', 'review', 'capture_failed', 'settlement_declined', 'disputed', 'expired'))
ORDER BY o.id LIMIT @batch;

-- name: ListPaymentEvents :many
SELECT * FROM payment_events WHERE attempt_id = @attempt_id ORDER BY id;

-- name: InsertGatewayTransaction :exec
INSERT INTO gateway_transactions (provider_id, attempt_id, kind, amount_minor, currency, status, created_at)
VALUES (@provider_id, @attempt_id, @kind, @amount_minor, @currency, @status, @now);

-- name: NoteChargeback :exec
-- Inserts the money that a dispute withdrew or returned. Repeated notifications insert nothing.
INSERT INTO gateway_transactions (provider_id, attempt_id, kind, amount_minor, currency, status, created_at)
VALUES (@provider_id, @attempt_id, @kind, @amount_minor, @currency, @status, @now) ON CONFLICT (provider_id, kind) DO NOTHING;

-- name: NoteDispute :execrows
-- Stores the provider's data of a dispute. A decided dispute stays decided, and one with evidence never becomes open again: two replies of the
-- provider may be stored in reverse order.
INSERT INTO disputes AS d (id, attempt_id, provider_id, kind, state, amount_minor, currency, reason_code, opened_at, evidence_due_at, decided_at, updated_at)
VALUES (@id, @attempt_id, @provider_id, @kind, @state, @amount_minor, @currency, @reason_code, @opened_at, @evidence_due_at, @decided_at, @now)
ON CONFLICT (provider_id) DO UPDATE SET kind = EXCLUDED.kind, state = EXCLUDED.state, amount_minor = EXCLUDED.amount_minor,
    reason_code = EXCLUDED.reason_code, evidence_due_at = EXCLUDED.evidence_due_at, decided_at = EXCLUDED.decided_at, updated_at = EXCLUDED.updated_at
WHERE d.decided_at IS NULL AND (d.state = 'open' OR EXCLUDED.state <> 'open')
  AND (d.kind, d.state, d.amount_minor, d.evidence_due_at) IS DISTINCT FROM (EXCLUDED.kind, EXCLUDED.state, EXCLUDED.amount_minor, EXCLUDED.evidence_due_at);

-- name: FindAttemptByTransaction :one
SELECT a.* FROM gateway_transactions t JOIN payment_attempts a ON a.id = t.attempt_id
WHERE t.provider_id = @provider_id AND t.kind IN ('sale', 'void', 'refund') LIMIT 1;

-- name: ListRefunds :many
-- Lists an attempt's refunds, oldest first.
SELECT * FROM refunds WHERE attempt_id = @attempt_id ORDER BY number;

-- name: InsertRefund :exec
-- A refund is committed as sent before the provider gets the request. One that was made in the provider's control panel is inserted as done.
INSERT INTO refunds (id, order_id, attempt_id, number, state, amount_minor, tax_minor, currency, provider_id, fence, reason, requested_by, keeps_subscription, origin, request,
    credit_note, done_at, created_at, updated_at)
VALUES (@id, @order_id, @attempt_id, 1 + (SELECT count(*) FROM refunds r WHERE r.order_id = @order_id), @state, @amount_minor, @tax_minor, @currency, @provider_id, @fence, @reason,
    @requested_by, @keeps_subscription, @origin, @request, @credit_note, @done_at, @now, @now);

-- name: ResendRefund :exec
-- Retries a refund without a clear result.
UPDATE refunds SET state = 'sent', fence = @fence, updated_at = @now WHERE id = @id AND state IN ('sent', 'unknown');

-- name: EndRefund :exec
UPDATE refunds SET state = @state, tax_minor = @tax_minor, provider_id = @provider_id, credit_note = @credit_note, done_at = @done_at, updated_at = @now
WHERE id = @id AND state IN ('sent', 'unknown');

-- name: GetRefund :one
SELECT * FROM refunds WHERE id = @id;

-- name: ListDueSettlements :many
-- Captures that aren't final and weren't checked at the provider for a day.
SELECT sqlc.embed(a) FROM settlements s JOIN payment_attempts a ON a.id = s.attempt_id WHERE s.ask_at <= @now::timestamptz ORDER BY s.ask_at, s.attempt_id LIMIT @batch;

-- name: RescheduleSettlement :exec
-- Schedules the next check of a capture that isn't final. A dispute of a settled payment starts the checks again.
INSERT INTO settlements (attempt_id, ask_at) VALUES (@attempt_id, @ask_at) ON CONFLICT (attempt_id) DO UPDATE SET ask_at = EXCLUDED.ask_at;

-- name: EndSettlement :exec
DELETE FROM settlements WHERE attempt_id = @attempt_id;

-- name: ListAttemptsOfTransactions :many
-- Lists the attempts of these sales.
SELECT t.provider_id, sqlc.embed(a) FROM gateway_transactions t JOIN payment_attempts a ON a.id = t.attempt_id
WHERE t.provider_id = ANY(@provider_ids::text[]) AND t.kind = 'sale';

-- name: ListOpenDisputes :many
-- For operators: by the deadline for evidence.
SELECT sqlc.embed(d), a.order_id FROM disputes d JOIN payment_attempts a ON a.id = d.attempt_id
WHERE d.decided_at IS NULL ORDER BY d.evidence_due_at, d.id LIMIT @batch;

-- name: ListDecidedDisputes :many
-- For operators: the last decided first.
SELECT sqlc.embed(d), a.order_id FROM disputes d JOIN payment_attempts a ON a.id = d.attempt_id
WHERE d.decided_at IS NOT NULL ORDER BY d.decided_at DESC, d.id LIMIT @batch;

-- name: ListAttemptDisputes :many
SELECT * FROM disputes WHERE attempt_id = @attempt_id ORDER BY opened_at, provider_id;

-- name: FindAttemptByNumber :one
SELECT * FROM payment_attempts WHERE order_id = @order_id AND number = @number;

-- name: ListRegistrationAttempts :many
SELECT a.id, a.order_id, a.state, a.amount_minor, a.currency, a.payment_type, a.created_at FROM orders o JOIN payment_attempts a ON a.order_id = o.id
WHERE o.subject_id = @subject_id ORDER BY a.number, a.id;

-- name: CountDeclines :one
-- Counts the declined and the decided payments since a time, without renewals. It also returns the declines of a session, a proved mailbox, an address and its network,
-- each in its window, and the operator's switch.
SELECT (SELECT coalesce(sum(declined), 0) FROM decline_counts WHERE minute >= @since::timestamptz)::bigint AS declined,
    (SELECT coalesce(sum(decided), 0) FROM decline_counts WHERE minute >= @since::timestamptz)::bigint AS decided,
    s.count AS of_session, s.ends_at AS session_until, m.count AS of_mailbox, m.ends_at AS mailbox_until,
    a.count AS of_address, a.ends_at AS address_until, n.count AS of_network, n.ends_at AS network_until,
    w.state AS switched_to, w.ends_at AS switched_until
FROM (SELECT 1) AS one
LEFT JOIN rate_limits s ON s.scope = 'decline' AND s.subject = @session
LEFT JOIN rate_limits m ON m.scope = 'decline_mailbox' AND m.subject = @mailbox
LEFT JOIN rate_limits a ON a.scope = 'decline_address' AND a.subject = @address
LEFT JOIN rate_limits n ON n.scope = 'decline_network' AND n.subject = @network
LEFT JOIN payment_switches w ON w.number = (SELECT max(number) FROM payment_switches);

-- name: InsertPaymentSwitch :one
INSERT INTO payment_switches (state, operator_name, reason, at, ends_at) VALUES (@state, @operator_name, @reason, @at, @ends_at) RETURNING *;

-- name: ListPaymentSwitches :many
-- For operators: newest first.
SELECT * FROM payment_switches ORDER BY number DESC LIMIT @batch;

-- name: ReadForPayment :one
-- Reports whether an account has the payer's address, and the current catalog version (0: none yet).
SELECT EXISTS (SELECT 1 FROM accounts WHERE login_email_hash = ANY (@email_hashes::bytea[]))::boolean AS has_account,
    COALESCE((SELECT max(v.version) FROM catalog_versions v), 0)::integer AS catalog_version;

-- name: CountDecided :exec
INSERT INTO decline_counts AS c (minute, slot, decided, declined) VALUES (@minute, @slot, @decided, @declined)
ON CONFLICT (minute, slot) DO UPDATE SET decided = c.decided + EXCLUDED.decided, declined = c.declined + EXCLUDED.declined;

-- name: KnownAttempts :many
SELECT order_id, number FROM payment_attempts WHERE order_id = ANY(@order_ids::uuid[]);

-- name: HasSold :one
-- Reports whether an order was placed by a payment through a merchant account other than the given ones.
SELECT EXISTS (SELECT FROM orders o WHERE o.placed_at <= @now::timestamptz
    AND EXISTS (SELECT FROM payment_attempts a WHERE a.order_id = o.id AND a.live AND a.merchant_account_id <> ALL (@trials::text[])));
