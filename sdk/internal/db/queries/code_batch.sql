-- name: FindPurchaseAttempt :one
-- Returns the attempt of a purchase that was sent before, and its batch.
SELECT sqlc.embed(a), o.code_batch_id FROM payment_attempts a JOIN orders o ON o.id = a.order_id
WHERE a.call_hash = @call_hash::bytea AND o.code_batch_id IS NOT NULL;

-- name: CodeBatchIsBeingPaid :one
SELECT EXISTS (SELECT 1 FROM orders o JOIN payment_attempts a ON a.order_id = o.id
    WHERE o.subject_id = @batch_id::uuid AND a.state IN ('created', 'sent', 'unknown', 'review'))::boolean;

-- name: InsertCodeBatchEvent :exec
INSERT INTO code_batch_events (id, batch_id, code_id, kind, actor, at) VALUES (@id, @batch_id, @code_id, @kind, @actor, @at);

-- name: ListCodeBatchEvents :many
-- Lists the newest events, in ascending order.
SELECT e.id, e.kind, e.actor, e.at, c.number
FROM (SELECT n.* FROM code_batch_events n WHERE n.batch_id = @batch_id ORDER BY n.id DESC LIMIT @newest) e LEFT JOIN subscription_codes c ON c.id = e.code_id
ORDER BY e.id;

-- name: ListAwaitingBatches :many
-- For operators: batches awaiting payment by invoice, oldest first.
SELECT sqlc.embed(b), a.person_id FROM code_batches b
JOIN professionals p ON p.id = b.professional_id JOIN accounts a ON a.id = p.account_id
WHERE b.state = 'awaiting_payment' AND b.paid_by = 'invoice' ORDER BY b.created_at, b.id LIMIT 500;

-- name: PickBatchesToNotice :many
-- Batches with unused codes that expire before a time, and that haven't had this notice yet.
SELECT b.id FROM code_batches b
WHERE b.state = 'active' AND b.expiry_notices < 2 AND b.expiry_notices < @notice::smallint AND b.expires_at > @now::timestamptz AND b.expires_at <= @before::timestamptz
  AND EXISTS (SELECT 1 FROM subscription_codes c WHERE c.batch_id = b.id AND c.state = 'available')
ORDER BY b.expires_at LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: MarkBatchNoticed :exec
UPDATE code_batches SET expiry_notices = @notice::smallint WHERE id = @id;

-- name: CountUnusedCodes :one
-- The unused codes, and how many of them were issued.
SELECT count(*) AS unused, count(issued_at) AS issued FROM subscription_codes WHERE batch_id = @batch_id AND state = 'available';

-- name: GetIssuedCode :one
-- The data for the email of an issued code.
SELECT c.id, c.batch_id, c.sealed, c.state, c.recipient_id, b.package_id, b.package_name, b.catalog_version, b.expires_at,
    a.person_id AS professional_person_id, a.locale AS professional_locale, p.state AS professional_state
FROM subscription_codes c JOIN code_batches b ON b.id = c.batch_id JOIN professionals p ON p.id = b.professional_id JOIN accounts a ON a.id = p.account_id
WHERE c.id = @id;
