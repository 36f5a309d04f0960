-- name: CountEvent :one
-- Counts an event in its subject's window. A new window starts after the last one has ended. The count stops at one above the limit, so that further
-- rejected calls don't count.
INSERT INTO rate_limits AS r (scope, subject, count, ends_at) VALUES (@scope, @subject, 1, @ends_at::timestamptz)
ON CONFLICT (scope, subject) DO UPDATE SET
    count = CASE WHEN r.ends_at <= @now::timestamptz THEN 1 ELSE LEAST(r.count, @max_count::integer) + 1 END,
    ends_at = CASE WHEN r.ends_at <= @now::timestamptz THEN EXCLUDED.ends_at ELSE r.ends_at END
RETURNING count, ends_at;

-- name: NoteSeen :one
-- Remembers a subject until ends_at. Returns 1 the first time, and 2 if the subject was remembered already.
INSERT INTO rate_limits AS r (scope, subject, count, ends_at) VALUES (@scope, @subject, 1, @ends_at::timestamptz)
ON CONFLICT (scope, subject) DO UPDATE SET count = CASE WHEN r.ends_at <= @now::timestamptz THEN 1 ELSE 2 END, ends_at = EXCLUDED.ends_at
RETURNING count;

-- name: PeekEvents :one
SELECT count, ends_at FROM rate_limits WHERE scope = @scope AND subject = @subject AND ends_at > @now;

-- name: ForgetEvents :exec
DELETE FROM rate_limits WHERE scope = @scope AND subject = @subject;

-- name: GetIdempotencyRecord :one
SELECT * FROM idempotency_records WHERE scope = @scope AND key_hash = @key_hash;

-- name: ClaimIdempotencyKey :one
-- Takes a key that is new, has expired or has a lapsed lease. No row: another call holds it. A lapsed lease can only be taken over with the same
-- request. It is a transaction of its own that doesn't wait for the disk: the call's next commit writes it, too, and without one there is nothing to
-- protect.
INSERT INTO idempotency_records AS r (scope, key_hash, request_hash, lease_until, created_at, expires_at)
SELECT @scope, @key_hash, @request_hash, @lease_until::timestamptz, @now, @expires_at FROM set_config('synchronous_commit', 'off', true)
ON CONFLICT (scope, key_hash) DO UPDATE SET
    request_hash = EXCLUDED.request_hash, fence = r.fence + 1, lease_until = EXCLUDED.lease_until,
    outcome = NULL, answer = NULL, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
WHERE r.expires_at <= @now
   OR (r.outcome IS NULL AND r.lease_until <= @now AND r.request_hash = EXCLUDED.request_hash)
RETURNING fence;

-- name: RenewIdempotencyLease :execrows
UPDATE idempotency_records SET lease_until = @lease_until::timestamptz
WHERE scope = @scope AND key_hash = @key_hash AND fence = @fence AND outcome IS NULL;

-- name: StoreIdempotentAnswer :execrows
UPDATE idempotency_records SET outcome = @outcome::text, answer = @answer, lease_until = NULL
WHERE scope = @scope AND key_hash = @key_hash AND fence = @fence AND outcome IS NULL;

-- name: KeepRefusal :exec
-- Stores the result of a rejected call. Violates the primary key if the call has a result by now.
INSERT INTO idempotency_records (scope, key_hash, request_hash, outcome, answer, created_at, expires_at)
VALUES (@scope, @key_hash, @request_hash, 'invalid', @answer, @now, @keep_until);

-- name: ForgetLapsedCall :exec
-- Deletes a record that has expired or has a lapsed lease. A lapsed lease can only be taken over with the same request.
DELETE FROM idempotency_records
WHERE scope = @scope AND key_hash = @key_hash
  AND (expires_at <= @now OR (outcome IS NULL AND lease_until <= @now AND request_hash = @request_hash));

-- name: ReleaseIdempotencyKey :exec
DELETE FROM idempotency_records
WHERE scope = @scope AND key_hash = @key_hash AND fence = @fence AND outcome IS NULL;
