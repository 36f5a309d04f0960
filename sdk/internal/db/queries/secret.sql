-- name: PickCodesToRekey :many
-- The first byte of a sealed value is the number of the secret.
SELECT id, sealed FROM subscription_codes WHERE id > @after_id ORDER BY id LIMIT @batch FOR UPDATE;

-- name: RekeyCode :exec
UPDATE subscription_codes SET lookup = @lookup, sealed = @sealed WHERE id = @id;

-- name: PickPaymentMethodsToRekey :many
SELECT id, token_sealed FROM payment_methods WHERE id > @after_id AND token_sealed <> '' ORDER BY id LIMIT @batch FOR UPDATE;

-- name: RekeyPaymentMethod :exec
UPDATE payment_methods SET token_hash = @token_hash, token_sealed = @token_sealed WHERE id = @id;

-- name: PickPersonsToRehash :many
SELECT id, sealed FROM persons WHERE id > @after_id AND hash_key <> @hash_key AND sealed IS NOT NULL ORDER BY id LIMIT @batch;

-- name: RehashAccount :exec
UPDATE accounts SET login_email_hash = @email_hash WHERE person_id = @person_id AND login_email_hash IS NOT NULL;

-- name: RehashPerson :execrows
-- No row if the person was erased meanwhile. The refusals of a person's invitations have the same hash.
WITH refusals AS (UPDATE invitation_refusals r SET email_hash = @email_hash FROM invitations i
    WHERE i.person_id = @id AND r.invitation_id = i.id AND i.state <> 'accepted')
UPDATE persons SET email_hash = @email_hash, phone_name_hash = @phone_name_hash, hash_key = @hash_key WHERE persons.id = @id AND sealed IS NOT NULL;

-- name: PickCredentialsToRehash :many
SELECT c.account_id, c.sealed, a.person_id FROM credentials c JOIN accounts a ON a.id = c.account_id
WHERE c.account_id > @after_id AND c.hash_key <> @hash_key ORDER BY c.account_id LIMIT @batch;

-- name: RehashCredentials :execrows
UPDATE credentials SET username_hash = @username_hash, hash_key = @hash_key WHERE account_id = @account_id;
