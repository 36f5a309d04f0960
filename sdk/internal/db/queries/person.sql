-- name: InsertPersonKey :exec
INSERT INTO person_keys (person_id, wrapped, created_at) VALUES (@person_id, @wrapped, @now);

-- name: GetPersonKeys :many
SELECT person_id, wrapped FROM person_keys WHERE person_id = ANY (@ids::uuid[]);

-- name: DeletePersonKeys :execrows
DELETE FROM person_keys WHERE person_id = ANY (@ids::uuid[]);

-- name: PickPersonKeysToRewrap :many
-- The first byte of a key is the number of the server secret that it is encrypted under.
SELECT person_id, wrapped FROM person_keys WHERE person_id > @after_id ORDER BY person_id LIMIT @batch FOR UPDATE;

-- name: RewrapPersonKey :exec
UPDATE person_keys SET wrapped = @wrapped WHERE person_id = @person_id;

-- name: InsertPerson :exec
-- With the key, where that is new and kept here.
WITH person AS (
    INSERT INTO persons (id, sealed, email_hash, phone_name_hash, hash_key, country, named_by, keep_until, created_at)
    VALUES (@id, @sealed, @email_hash, @phone_name_hash, @hash_key, @country, @named_by, @keep_until, @now)
    RETURNING id, created_at)
INSERT INTO person_keys (person_id, wrapped, created_at)
SELECT id, sqlc.narg(new_key)::bytea, created_at FROM person WHERE sqlc.narg(new_key)::bytea IS NOT NULL;

-- name: GetPersons :many
-- With their keys, where those are in this database.
SELECT p.id, p.sealed, k.wrapped FROM persons p LEFT JOIN person_keys k ON k.person_id = p.id WHERE p.id = ANY (@ids::uuid[]);

-- name: DeletePerson :exec
-- Somebody whom nothing names any more.
DELETE FROM persons WHERE id = @id;

-- name: PickPersonsToForget :many
-- Who was named by somebody else, and is kept no longer.
SELECT id FROM persons WHERE keep_until <= @now::timestamptz ORDER BY keep_until LIMIT @batch FOR UPDATE SKIP LOCKED;

-- name: ForgetPersons :execrows
UPDATE persons SET sealed = NULL, email_hash = NULL, phone_name_hash = NULL, country = NULL, keep_until = NULL, erased_at = @now::timestamptz
WHERE id = ANY (@ids::uuid[]) AND erased_at IS NULL;

-- name: ListKeysInUse :many
-- Of ids of keys, those under which something is sealed.
SELECT p.id FROM persons p WHERE p.id = ANY (@ids::uuid[]) AND p.sealed IS NOT NULL
UNION SELECT r.person_id FROM registrations r WHERE r.person_id = ANY (@ids::uuid[]) AND r.draft IS NOT NULL
UNION SELECT c.family_id FROM children c WHERE c.family_id = ANY (@ids::uuid[]) AND c.sealed IS NOT NULL;

-- name: PickPersonKeysToMove :many
-- An erasure that wants one of them waits, and then looks for it where it was moved to.
SELECT person_id, wrapped, created_at FROM person_keys ORDER BY person_id LIMIT @batch FOR UPDATE;

-- name: CopyPersonKeys :exec
-- Writes keys as they are in another database; one that is there already is the same.
INSERT INTO person_keys (person_id, wrapped, created_at)
SELECT unnest(@ids::uuid[]), unnest(@wrapped::bytea[]), unnest(@created::timestamptz[]) ON CONFLICT (person_id) DO NOTHING;

-- name: ListLastPersons :many
-- The newest of whom something is known.
SELECT id FROM persons WHERE sealed IS NOT NULL ORDER BY id DESC LIMIT @most;

-- name: HasPersonKeys :one
SELECT (count(*) > 0)::boolean FROM (SELECT 1 FROM person_keys LIMIT 1) one;
