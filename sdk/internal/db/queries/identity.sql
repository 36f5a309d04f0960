-- name: ListIdentities :many
-- Lists the identities, the newest version of each first. There are a few dozen at most.
SELECT kind, number, version, value, operator_name, reason, created_at FROM identities ORDER BY kind DESC, number DESC, version DESC LIMIT 1000;

-- name: InsertIdentity :execrows
-- No row if another process was first.
INSERT INTO identities (kind, number, version, value, operator_name, reason, created_at)
VALUES (@kind, @number, @version, @value, @operator_name, @reason, @now) ON CONFLICT (kind, number, version) DO NOTHING;

-- name: SamplePersonKeys :many
-- Lists the oldest and the newest keys.
(SELECT 'first'::text AS place, person_id AS id, wrapped AS sealed FROM person_keys ORDER BY person_id LIMIT @most)
UNION ALL (SELECT 'last'::text, person_id, wrapped FROM person_keys ORDER BY person_id DESC LIMIT @most);

-- name: SampleSealed :many
-- The oldest and the newest values that are sealed under the server's secret, except persons' keys.
(SELECT 'first'::text AS place, 'code'::text AS kind, id, sealed FROM subscription_codes ORDER BY id LIMIT @most)
UNION ALL (SELECT 'last'::text, 'code'::text, id, sealed FROM subscription_codes ORDER BY id DESC LIMIT @most)
UNION ALL (SELECT 'first'::text, 'payment_method'::text, id, token_sealed FROM payment_methods ORDER BY id LIMIT @most)
UNION ALL (SELECT 'last'::text, 'payment_method'::text, id, token_sealed FROM payment_methods ORDER BY id DESC LIMIT @most)
UNION ALL (SELECT 'first'::text, 'endpoint'::text, id, secret FROM host_endpoints ORDER BY id LIMIT @most);

-- name: HasPayments :one
-- Reports whether a payment attempt or a payment method is stored.
SELECT (count(*) > 0)::boolean FROM ((SELECT 1 FROM payment_attempts LIMIT 1) UNION ALL (SELECT 1 FROM payment_methods LIMIT 1)) one;

-- name: SamplePeople :many
-- Lists the newest persons with data, including those of sign-ups.
(SELECT id FROM persons WHERE sealed IS NOT NULL ORDER BY id DESC LIMIT @most)
UNION ALL (SELECT person_id FROM registrations WHERE draft IS NOT NULL ORDER BY id DESC LIMIT @most);
