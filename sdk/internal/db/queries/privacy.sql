-- name: InsertPrivacyEvent :exec
INSERT INTO privacy_events (id, operator_name, account_id, kind, rows, at, erased_ids)
VALUES (@id, @operator_name, sqlc.narg(account_id)::uuid, @kind, @rows, @at, @erased_ids::uuid[]);

-- name: FindPersonToErase :one
-- A person, and their account if they have one.
SELECT p.id, a.id AS account_id FROM persons p LEFT JOIN accounts a ON a.person_id = p.id WHERE p.id = @id;

-- name: FindSignupToErase :one
SELECT account_id FROM registrations WHERE id = @id;

-- name: MarkSignupToErase :exec
-- A purged sign-up has no data left.
UPDATE registrations SET email_hash = @mark::bytea WHERE id = @id AND purged_at IS NULL;

-- name: EndReceipts :many
-- Deletes receipts after the end of their retention, and returns their orders.
DELETE FROM receipts WHERE receipts.id IN (SELECT r.id FROM receipts r WHERE r.created_at < @before::timestamptz ORDER BY r.created_at LIMIT @batch)
RETURNING receipts.order_id;

-- name: EndPrices :exec
DELETE FROM order_prices WHERE order_id = ANY (@orders::uuid[]);

-- name: ForgetCards :exec
-- Removes the payer's data from payments. Amounts and dates stay.
UPDATE payment_attempts SET payer_hash = NULL, nonce_hash = NULL, call_hash = NULL, last_four = NULL, brand = NULL, card_country = NULL
WHERE order_id = ANY (@orders::uuid[]);

-- name: ForgetBuyers :exec
-- Removes the buyer's data from orders. Amounts and dates stay.
UPDATE orders SET country = NULL, region = NULL, anonymous_id = NULL, terms_accepted_at = NULL, marketing_opt_in = false
WHERE id = ANY (@orders::uuid[]);
