-- name: FindOpenOrder :one
-- Returns the registration's pending order. A new try prices it again.
SELECT * FROM orders WHERE subject_id = @subject_id AND state = 'pending' FOR UPDATE;

-- name: GetOrder :one
SELECT * FROM orders WHERE id = @id;

-- name: GetPricedOrder :one
SELECT sqlc.embed(o), sqlc.embed(p) FROM orders o JOIN order_prices p ON p.order_id = o.id WHERE o.id = @id;

-- name: FindPlacedOrder :one
SELECT sqlc.embed(o), sqlc.embed(p) FROM orders o JOIN order_prices p ON p.order_id = o.id WHERE o.subject_id = @subject_id AND o.state IN ('placed', 'refunded');

-- name: SaveOrder :exec
-- Inserts a new order with its price. Another try prices a pending order again. For any other order the state is null, which the table rejects: a
-- placed order was charged at its old price.
WITH saved AS (
    INSERT INTO orders (
        id, purpose, state, registration_id, renews_id, code_batch_id, term_starts_at, package_id, package_name, product_id, services, years, seats,
        currency, sub_total_minor, discount_minor, code_total_minor, tax_minor, total_minor, renewal_minor, coupon_code, code_ids,
        payment_type, store_payment, country, region, zone, locale, terms_accepted_at, marketing_opt_in, anonymous_id,
        attempts, created_at, updated_at)
    VALUES (
        @id, @purpose, 'pending', @registration_id, @renews_id, @code_batch_id, @term_starts_at, @package_id, @package_name, @product_id,
        @services, @years, @seats, @currency, @sub_total_minor, @discount_minor, @code_total_minor, @tax_minor,
        @total_minor, @renewal_minor, @coupon_code, @code_ids, @payment_type, @store_payment, @country, @region, @zone, @locale,
        @terms_accepted_at, @marketing_opt_in, @anonymous_id, @attempts, @now, @now)
    ON CONFLICT (id) DO UPDATE SET
        package_id = EXCLUDED.package_id, package_name = EXCLUDED.package_name, product_id = EXCLUDED.product_id,
        services = EXCLUDED.services, years = EXCLUDED.years, seats = EXCLUDED.seats, currency = EXCLUDED.currency,
        sub_total_minor = EXCLUDED.sub_total_minor, discount_minor = EXCLUDED.discount_minor,
        code_total_minor = EXCLUDED.code_total_minor, tax_minor = EXCLUDED.tax_minor, total_minor = EXCLUDED.total_minor,
        renewal_minor = EXCLUDED.renewal_minor, coupon_code = EXCLUDED.coupon_code, code_ids = EXCLUDED.code_ids,
        payment_type = EXCLUDED.payment_type, store_payment = EXCLUDED.store_payment, country = EXCLUDED.country,
        region = EXCLUDED.region, zone = EXCLUDED.zone, locale = EXCLUDED.locale, terms_accepted_at = EXCLUDED.terms_accepted_at,
        marketing_opt_in = EXCLUDED.marketing_opt_in, anonymous_id = EXCLUDED.anonymous_id, attempts = EXCLUDED.attempts,
        updated_at = EXCLUDED.updated_at
    RETURNING orders.id)
INSERT INTO order_prices (order_id, quote_id, catalog_version, tax_version, input, steps, shown)
SELECT saved.id, @quote_id, @catalog_version, @tax_version, @input, @steps, @shown FROM saved
ON CONFLICT (order_id) DO UPDATE SET
    quote_id = EXCLUDED.quote_id, catalog_version = EXCLUDED.catalog_version, tax_version = EXCLUDED.tax_version,
    input = EXCLUDED.input, steps = EXCLUDED.steps, shown = EXCLUDED.shown;

-- name: PlaceOrder :execrows
UPDATE orders SET state = 'placed', account_id = @account_id, family_id = @family_id, placed_at = @now, updated_at = @now
WHERE id = @id AND state = 'pending';

-- name: CancelOrder :exec
UPDATE orders SET state = 'cancelled', updated_at = @now WHERE id = @id AND state IN ('pending', 'placed');

-- name: RefundOrder :execrows
-- The order is refunded once the whole total is refunded. The table rejects more than that.
UPDATE orders SET refunded_minor = refunded_minor + @amount_minor, updated_at = @now,
    state = CASE WHEN refunded_minor + @amount_minor = total_minor THEN 'refunded' ELSE state END
WHERE id = @id AND state IN ('placed', 'refunded');

-- name: CancelStaleOrders :execrows
-- Old orders without a recent try and without a payment in progress. A renewal's order waits for its next try, as long as there is one.
UPDATE orders SET state = 'cancelled', updated_at = @now
WHERE id IN (
    SELECT o.id FROM orders o
    WHERE o.state = 'pending' AND o.created_at < @before AND o.updated_at < @before
      AND NOT EXISTS (SELECT 1 FROM subscriptions s JOIN subscription_seats x ON x.subscription_id = s.id
          WHERE s.id = o.renews_id AND s.chargeable AND x.renews)
      AND NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.order_id = o.id
          AND a.state IN ('created', 'sent', 'unknown', 'authorised', 'capturing', 'review', 'capture_failed'))
    ORDER BY o.created_at LIMIT @batch FOR UPDATE SKIP LOCKED);

-- name: InsertReceipt :exec
INSERT INTO receipts (id, order_id, account_id, kind, locale, document, created_at)
VALUES (@id, @order_id, @account_id, @kind, @locale, @document, @now);

-- name: GetReceipt :one
SELECT * FROM receipts WHERE id = @id;

-- name: FindReceipt :one
SELECT * FROM receipts WHERE order_id = @order_id AND kind = @kind;

-- name: ListOwnReceipts :many
-- Lists the receipts of an account, newest first.
SELECT r.id, r.order_id, r.locale, r.document, r.created_at, o.refunded_minor, o.currency, o.zone FROM receipts r JOIN orders o ON o.id = r.order_id
WHERE r.account_id = @account_id::uuid ORDER BY r.created_at DESC, r.id DESC LIMIT 200;

-- name: ListCreditNotes :many
-- Lists the completed refunds of orders, oldest first within an order.
SELECT * FROM refunds WHERE order_id = ANY(@order_ids::uuid[]) AND state = 'done' AND credit_note IS NOT NULL ORDER BY order_id, number;

-- name: ReverseRedemptions :exec
UPDATE redemptions SET reversed_at = @now::timestamptz WHERE order_id = @order_id AND reversed_at IS NULL;

-- name: ListRedemptions :many
SELECT * FROM redemptions WHERE order_id = @order_id ORDER BY created_at, id;

-- name: StartSubscription :exec
-- The contract, its first term, and its seats. The first seat is for the payer's place in the family, the second for the other place.
WITH contract AS (
    INSERT INTO subscriptions (id, family_id, payer_account_id, state, payment_method_id, currency, term_starts_at, ends_at, created_at, updated_at)
    VALUES (@id, @family_id, @payer_account_id, 'active', @payment_method_id, @currency, @starts_at, @ends_at, @starts_at, @starts_at)),
term AS (
    INSERT INTO subscription_terms (subscription_id, starts_at, ends_at, zone, order_id, package_id, package_name, product_id, services, years)
    VALUES (@id, @starts_at, @ends_at, @zone, @order_id, @package_id, @package_name, @product_id, @services, @years))
INSERT INTO subscription_seats (id, subscription_id, number, family_id, family_role, renewal_minor, term_starts_at, created_at, updated_at)
SELECT (@seat_ids::uuid[])[n], @id, n::smallint, a.family_id, CASE WHEN (a.role = 'parent_a') = (n = 1) THEN 'parent_a' ELSE 'parent_b' END,
    (@renewals_minor::bigint[])[n], @starts_at, @starts_at, @starts_at
FROM seats a CROSS JOIN generate_series(1, cardinality(@seat_ids::uuid[])) AS n WHERE a.account_id = @payer_account_id::uuid;

-- name: InsertTerm :exec
INSERT INTO subscription_terms (subscription_id, starts_at, ends_at, zone, order_id, package_id, package_name, product_id, services, years)
VALUES (@subscription_id, @starts_at, @ends_at, @zone, @order_id, @package_id, @package_name, @product_id, @services, @years);

-- name: SetOrderSubscriptions :exec
-- Applies the payment's state to the subscription of the order's current term. An ended one stays ended. A suspended subscription that becomes active
-- again (a won dispute) renews if it did before.
WITH held AS MATERIALIZED (
    SELECT s.id FROM subscription_terms t JOIN subscriptions s ON s.id = t.subscription_id AND s.term_starts_at = t.starts_at
    WHERE t.order_id = @order_id AND s.live AND s.state <> @state::text FOR UPDATE OF s),
moved AS (
    UPDATE subscriptions SET state = @state::text, updated_at = @now FROM held WHERE subscriptions.id = held.id RETURNING subscriptions.id, subscriptions.live)
UPDATE subscription_seats SET ended_as = @state::text, updated_at = @now
FROM moved WHERE subscription_id = moved.id AND NOT moved.live AND ended_as IS NULL;

-- name: OwnPaymentMethod :exec
UPDATE payment_methods SET account_id = @account_id WHERE id = @id AND account_id IS NULL;

-- name: ListMethodsToForget :many
-- An erased account's methods that are still stored at the provider.
SELECT id FROM payment_methods WHERE account_id = @account_id AND removed_at IS NOT NULL AND token_sealed <> '' ORDER BY id LIMIT 1000;

-- name: RemoveUnownedMethod :execrows
-- A method that was stored for an order that can't be placed, unless an account owns it.
UPDATE payment_methods SET removed_at = @now::timestamptz WHERE id = @id AND account_id IS NULL AND removed_at IS NULL;

-- name: ForgetPaymentMethod :exec
UPDATE payment_methods SET token_sealed = '', token_hash = sha256(convert_to(id::text, 'UTF8')) WHERE id = @id AND removed_at IS NOT NULL;

-- name: UpsertPaymentMethod :one
-- A method that is already stored stays as it is.
INSERT INTO payment_methods (id, token_hash, token_sealed, payment_type, last_four, brand, expires_at, created_at)
VALUES (@id, @token_hash, @token_sealed, @payment_type, @last_four, @brand, @expires_at, @now)
ON CONFLICT (token_hash) DO UPDATE SET token_hash = EXCLUDED.token_hash
RETURNING id;

-- name: NextDocumentNumber :one
INSERT INTO document_numbers AS d (seller, kind, year, last) VALUES (@seller, @kind, @year, 1)
ON CONFLICT (seller, kind, year) DO UPDATE SET last = d.last + 1 RETURNING last;

-- name: LockReceipt :one
SELECT * FROM receipts WHERE id = @id FOR UPDATE;

-- name: NumberReceipt :exec
UPDATE receipts SET number = @number::text WHERE id = @id AND number IS NULL;

-- name: ListUnnumberedReceipts :many
-- Payers' receipts without a number, oldest first. Only receipts of some age: the receipt's email normally numbers it.
SELECT id FROM receipts WHERE number IS NULL AND kind = 'payer' AND created_at <= @before::timestamptz ORDER BY created_at, id LIMIT @batch;

-- name: StandingOfOrder :one
-- Returns the state of an order's subscription, if the order paid for its current term, whether that renews, and the state of its batch of codes.
SELECT coalesce((SELECT s.state FROM subscription_terms t JOIN subscriptions s ON s.id = t.subscription_id AND s.term_starts_at = t.starts_at WHERE t.order_id = o.id), '')::text AS subscription,
    EXISTS (SELECT 1 FROM subscription_terms t JOIN subscriptions s ON s.id = t.subscription_id AND s.term_starts_at = t.starts_at
        JOIN subscription_seats x ON x.subscription_id = s.id WHERE t.order_id = o.id AND s.chargeable AND x.renews)::boolean AS renews,
    coalesce((SELECT b.state FROM code_batches b WHERE b.id = o.code_batch_id), '')::text AS batch
FROM orders o WHERE o.id = @id;

-- name: SeatIsPaid :one
-- Reports whether an active subscription pays for a place in a family.
SELECT EXISTS (SELECT 1 FROM subscription_seats x JOIN subscriptions s ON s.id = x.subscription_id
    WHERE x.family_id = @family_id AND x.family_role = @family_role AND x.ended_as IS NULL AND s.state = 'active')::boolean;

-- name: PayerStands :one
-- Reports whether an account pays for a subscription that wasn't canceled.
SELECT EXISTS (SELECT 1 FROM subscriptions s WHERE s.payer_account_id = @account_id AND s.state <> 'cancelled')::boolean;
