-- name: InsertPersonKey :exec
INSERT INTO person_keys (person_id, wrapped, created_at) VALUES (@person_id, @wrapped, @now);

-- name: GetPersonKeys :many
SELECT person_id, wrapped FROM person_keys WHERE person_id = ANY (@ids::uuid[]);

-- name: DeletePersonKeys :execrows
DELETE FROM person_keys WHERE person_id = ANY (@ids::uuid[]);

-- name: PickPersonKeysToRewrap :many
-- The first byte of a key is the number of the server secret that encrypts it.
SELECT person_id, wrapped FROM person_keys WHERE person_id > @after_id ORDER BY person_id LIMIT @batch FOR UPDATE;

-- name: RewrapPersonKey :exec
UPDATE person_keys SET wrapped = @wrapped WHERE person_id = @person_id;

-- name: InsertPerson :exec
-- Also inserts the key, if it is new and this database stores it.
WITH person AS (
    INSERT INTO persons (id, sealed, email_hash, phone_name_hash, hash_key, country, named_by, keep_until, created_at)
    VALUES (@id, @sealed, @email_hash, @phone_name_hash, @hash_key, @country, @named_by, @keep_until, @now)
    RETURNING id, created_at)
INSERT INTO person_keys (person_id, wrapped, created_at)
SELECT id, sqlc.narg(new_key)::bytea, created_at FROM person WHERE sqlc.narg(new_key)::bytea IS NOT NULL;

-- name: GetPersons :many
-- With their keys, if this database stores them.
SELECT p.id, p.sealed, k.wrapped FROM persons p LEFT JOIN person_keys k ON k.person_id = p.id WHERE p.id = ANY (@ids::uuid[]);

-- name: DeletePerson :exec
-- A person without references.
DELETE FROM persons WHERE id = @id;

-- name: PickPersonsToForget :many
-- Persons that others named, after the end of their retention.
SELECT id FROM persons WHERE keep_until <= @now::timestamptz ORDER BY keep_until LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: ForgetPersons :execrows
UPDATE persons SET sealed = NULL, email_hash = NULL, phone_name_hash = NULL, country = NULL, keep_until = NULL, erased_at = @now::timestamptz
WHERE id = ANY (@ids::uuid[]) AND erased_at IS NULL;

-- name: ListKeysInUse :many
-- Returns the ids of keys that still seal data.
SELECT p.id FROM persons p WHERE p.id = ANY (@ids::uuid[]) AND p.sealed IS NOT NULL
UNION SELECT r.person_id FROM registrations r WHERE r.person_id = ANY (@ids::uuid[]) AND r.draft IS NOT NULL
UNION SELECT c.family_id FROM children c WHERE c.family_id = ANY (@ids::uuid[]) AND c.sealed IS NOT NULL;

-- name: PickPersonKeysToMove :many
-- An erasure of a locked key waits, and then looks for the key in the other database.
SELECT person_id, wrapped, created_at FROM person_keys ORDER BY person_id LIMIT @batch FOR UPDATE;

-- name: CopyPersonKeys :exec
-- Copies keys unchanged into another database. A key that already exists there is the same.
INSERT INTO person_keys (person_id, wrapped, created_at)
SELECT unnest(@ids::uuid[]), unnest(@wrapped::bytea[]), unnest(@created::timestamptz[]) ON CONFLICT (person_id) DO NOTHING;

-- name: ListLastPersons :many
-- The newest persons with data.
SELECT id FROM persons WHERE sealed IS NOT NULL ORDER BY id DESC LIMIT @most;

-- name: HasPersonKeys :one
SELECT (count(*) > 0)::boolean FROM (SELECT 1 FROM person_keys LIMIT 1) one;
