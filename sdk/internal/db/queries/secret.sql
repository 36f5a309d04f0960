-- name: PickCodesToRekey :many
-- The first byte of what is sealed is the number of the secret.
SELECT id, sealed FROM subscription_codes WHERE id > @after_id ORDER BY id LIMIT @batch FOR UPDATE;

-- name: RekeyCode :exec
UPDATE subscription_codes SET lookup = @lookup, sealed = @sealed WHERE id = @id;

-- name: PickPaymentMethodsToRekey :many
SELECT id, token_sealed FROM payment_methods WHERE id > @after_id AND token_sealed <> '' ORDER BY id LIMIT @batch FOR UPDATE;

-- name: RekeyPaymentMethod :exec
UPDATE payment_methods SET token_hash = @token_hash, token_sealed = @token_sealed WHERE id = @id;
