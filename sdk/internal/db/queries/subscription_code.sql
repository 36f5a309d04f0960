-- name: InsertCodeBatch :exec
INSERT INTO code_batches (id, professional_id, package_id, package_name, catalog_version, currency, face_minor, size, state,
    created_at, expires_at, activated_at, paid_by)
VALUES (@id, @professional_id, @package_id, @package_name, @catalog_version, @currency, @face_minor, @size, @state,
    @created_at, @expires_at, @activated_at, @paid_by);

-- name: InsertSubscriptionCodes :copyfrom
INSERT INTO subscription_codes (id, batch_id, number, lookup, sealed, state) VALUES (@id, @batch_id, @number, @lookup, @sealed, @state);

-- name: GetCodeBatch :one
SELECT * FROM code_batches WHERE id = @id;

-- name: LockCodeBatch :one
SELECT * FROM code_batches WHERE id = @id FOR UPDATE;

-- name: ListCodeBatches :many
-- Omits the batch of a declined purchase, which was never active.
SELECT sqlc.embed(b),
    count(*) FILTER (WHERE c.state = 'available' AND c.issued_at IS NULL) AS unissued,
    count(*) FILTER (WHERE c.state = 'available' AND c.issued_at IS NOT NULL) AS issued,
    count(*) FILTER (WHERE c.state = 'reserved') AS reserved,
    count(*) FILTER (WHERE c.state = 'redeemed') AS redeemed
FROM code_batches b JOIN subscription_codes c ON c.batch_id = b.id
WHERE b.professional_id = @professional_id AND (sqlc.narg(only_id)::uuid IS NULL OR b.id = sqlc.narg(only_id)::uuid)
  AND NOT (b.paid_by = 'card' AND b.state = 'revoked' AND b.activated_at IS NULL)
GROUP BY b.id ORDER BY b.created_at DESC, b.id DESC LIMIT 500;

-- name: SetCodeBatchActive :execrows
UPDATE code_batches SET state = 'active', activated_at = @now::timestamptz WHERE id = @id AND state = 'awaiting_payment';

-- name: SetCodeBatchRevoked :execrows
UPDATE code_batches SET state = 'revoked', revoked_at = @now::timestamptz WHERE id = @id AND state <> 'revoked';

-- name: ListBatchCodes :many
-- account_state is the state of the account that the redeeming order created.
SELECT sqlc.embed(c), a.state AS account_state FROM subscription_codes c
LEFT JOIN orders o ON o.id = c.order_id AND o.state IN ('placed', 'refunded') LEFT JOIN accounts a ON a.id = o.account_id
WHERE c.batch_id = @batch_id ORDER BY c.number;

-- name: IssueNextCode :one
-- The first code that isn't issued yet. Two concurrent calls get two codes.
UPDATE subscription_codes SET issued_at = @now::timestamptz, recipient_id = @recipient_id
WHERE subscription_codes.id = (SELECT c.id FROM subscription_codes c WHERE c.batch_id = @batch_id AND c.state = 'available' AND c.issued_at IS NULL
    ORDER BY c.number LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING *;

-- name: FindSubscriptionCodes :many
-- lookups are the codes' hashes under every server secret. Each code is stored under one of them.
SELECT c.id, c.lookup, c.state, c.order_id, b.package_id, b.currency, b.face_minor, b.state AS batch_state, b.expires_at
FROM subscription_codes c JOIN code_batches b ON b.id = c.batch_id
WHERE c.lookup = ANY(@lookups::bytea[]);

-- name: ReserveSubscriptionCode :execrows
-- The condition prevents a code from paying for two orders: the second of two concurrent orders waits for the first, reads the row again and finds it
-- taken.
UPDATE subscription_codes c SET state = 'reserved', order_id = @order_id::uuid, reserved_at = @now::timestamptz
FROM code_batches b
WHERE c.id = @id AND b.id = c.batch_id AND c.state = 'available' AND b.state = 'active' AND b.expires_at > @now::timestamptz;

-- name: RedeemOrderCodes :exec
-- Marks the codes that an order reserved as used, and inserts a redemption for each. redemption_ids and amounts_minor pair with code_ids.
WITH used AS (
    UPDATE subscription_codes SET state = 'redeemed', redeemed_at = @now::timestamptz WHERE order_id = @order_id::uuid AND state = 'reserved')
INSERT INTO redemptions (id, order_id, kind, code_id, amount_minor, currency, created_at)
SELECT (@redemption_ids::uuid[])[n], @order_id::uuid, 'subscription_code', (@code_ids::uuid[])[n], (@amounts_minor::bigint[])[n], @currency, @now::timestamptz
FROM generate_series(1, cardinality(@code_ids::uuid[])) AS n;

-- name: ReleaseOrderCodes :exec
-- Gives a code the state that it has without the order: revoked with its batch, else available.
UPDATE subscription_codes c SET
    state = CASE WHEN b.state = 'revoked' THEN 'revoked' ELSE 'available' END,
    ended_at = CASE WHEN b.state = 'revoked' THEN @now::timestamptz END,
    order_id = NULL, reserved_at = NULL, redeemed_at = NULL
FROM code_batches b
WHERE b.id = c.batch_id AND c.order_id = @order_id::uuid AND c.state IN ('reserved', 'redeemed');

-- name: RevokeBatchCodes :execrows
UPDATE subscription_codes SET state = 'revoked', ended_at = @now::timestamptz WHERE batch_id = @batch_id AND state = 'available';

-- name: RevokeCode :execrows
UPDATE subscription_codes SET state = 'revoked', ended_at = @now::timestamptz WHERE id = @id AND batch_id = @batch_id AND state = 'available';

-- name: ExpireCodes :execrows
UPDATE subscription_codes SET state = 'expired', ended_at = @now::timestamptz
WHERE subscription_codes.id IN (SELECT c.id FROM subscription_codes c JOIN code_batches b ON b.id = c.batch_id
    WHERE c.state = 'available' AND b.expires_at <= @now::timestamptz ORDER BY c.id LIMIT @most FOR UPDATE OF c SKIP LOCKED);
