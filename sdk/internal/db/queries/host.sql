-- name: LockHostRelay :one
-- One worker at a time numbers events. A worker without the lock leaves the work to the one that has it.
SELECT pg_try_advisory_xact_lock(hashtextextended('host relay', 0))::boolean;

-- name: TakeHostOutbox :many
SELECT * FROM host_outbox ORDER BY sequence LIMIT @batch;

-- name: LastHostPosition :one
SELECT coalesce(max(position), 0)::bigint FROM host_events;

-- name: InsertHostEvents :copyfrom
INSERT INTO host_events (position, id, kind, subject, data, created_at) VALUES (@position, @id, @kind, @subject, @data, @created_at);

-- name: InsertHostDeliveries :copyfrom
INSERT INTO host_deliveries (endpoint_id, position, subject, state, due_at, created_at) VALUES (@endpoint_id, @position, @subject, @state, @due_at, @created_at);

-- name: DeleteHostOutbox :exec
DELETE FROM host_outbox WHERE sequence = ANY (@sequences::bigint[]);

-- name: InsertHostEndpoint :exec
INSERT INTO host_endpoints (id, url, note, kinds, people, state, secret, created_at, updated_at)
VALUES (@id, @url, @note, @kinds, @people, 'enabled', @secret, @now, @now);

-- name: ListHostEndpoints :many
-- There are only a few.
SELECT * FROM host_endpoints ORDER BY id LIMIT 100;

-- name: LockHostEndpoint :one
SELECT * FROM host_endpoints WHERE id = @id FOR UPDATE;

-- name: UpdateHostEndpoint :exec
UPDATE host_endpoints SET url = @url, note = @note, kinds = @kinds, people = @people, state = @state, secret = @secret, old_secret = @old_secret,
    old_secret_until = @old_secret_until, updated_at = @now
WHERE id = @id;

-- name: MarkHostEndpointGone :exec
-- The endpoint responded that it will never accept events again.
UPDATE host_endpoints SET state = 'gone', updated_at = @now WHERE id = @id;

-- name: DeleteHostEndpoint :execrows
DELETE FROM host_endpoints WHERE id = @id;

-- name: ClaimHostDeliveries :many
-- Claims due deliveries of one endpoint, only the first pending one of each subject. The lease limits the wait for a process that died. The subquery
-- for the first delivery has ORDER BY because only one index serves it: as an anti-join, planned while the queue was empty, it compared each delivery
-- with all others.
UPDATE host_deliveries d SET due_at = @lease_until, tries = d.tries + 1
FROM host_events e
WHERE d.endpoint_id = @endpoint_id AND e.position = d.position AND d.position = ANY (ARRAY(
    SELECT c.position FROM host_deliveries c
    WHERE c.endpoint_id = @endpoint_id AND c.state = 'pending' AND c.due_at <= @now
      AND c.position = (SELECT f.position FROM host_deliveries f WHERE f.endpoint_id = c.endpoint_id AND f.subject = c.subject AND f.state = 'pending' ORDER BY f.position LIMIT 1)
    ORDER BY c.due_at, c.position LIMIT @batch FOR UPDATE SKIP LOCKED))
RETURNING d.position, d.tries, sqlc.embed(e);

-- name: EndHostDelivery :execrows
-- No row if another process has taken it over.
UPDATE host_deliveries SET state = @state, last_status = @last_status, last_problem = @last_problem, ended_at = @now::timestamptz
WHERE endpoint_id = @endpoint_id AND position = @position AND tries = @tries AND state = 'pending';

-- name: PostponeHostDelivery :exec
-- Later deliveries of the same subject wait, too.
WITH postponed AS (
    UPDATE host_deliveries h SET due_at = @due_at, last_status = @last_status, last_problem = @last_problem
    WHERE h.endpoint_id = @endpoint_id AND h.position = @position AND h.tries = @tries AND h.state = 'pending'
    RETURNING h.endpoint_id, h.subject, h.position)
UPDATE host_deliveries d SET due_at = @due_at FROM postponed p
WHERE d.endpoint_id = p.endpoint_id AND d.subject = p.subject AND d.state = 'pending' AND d.position > p.position AND d.due_at < @due_at;

-- name: FreeHostSubject :exec
-- Makes the next deliveries of a subject due after the one before them has ended.
UPDATE host_deliveries SET due_at = @now
WHERE endpoint_id = @endpoint_id AND subject = @subject AND state = 'pending' AND tries = 0 AND due_at > @now;

-- name: ReplayHostEvents :execrows
-- Sends an endpoint the events of a period, of a subject, or a single event again, including events that it never received.
INSERT INTO host_deliveries (endpoint_id, position, subject, state, due_at, created_at)
SELECT @endpoint_id, e.position, e.subject, 'pending', @now, @now FROM host_events e
WHERE e.created_at >= @from_time AND e.created_at < @to_time
  AND (sqlc.narg(subject)::uuid IS NULL OR e.subject = sqlc.narg(subject)::uuid) AND (sqlc.narg(id)::uuid IS NULL OR e.id = sqlc.narg(id)::uuid)
  AND (cardinality(@kinds::text[]) = 0 OR e.kind = ANY (@kinds::text[]))
ON CONFLICT (endpoint_id, position) DO UPDATE SET state = 'pending', tries = 0, due_at = EXCLUDED.due_at, ended_at = NULL;

-- name: ListHostEvents :many
-- Lists the events after a position, in order.
SELECT * FROM host_events WHERE position > @after ORDER BY position LIMIT @batch;

-- name: ListLastHostEvents :many
-- For operators: newest first, before a position.
SELECT * FROM host_events
WHERE position < @before AND (@kind::text = '' OR kind = @kind::text) AND (sqlc.narg(subject)::uuid IS NULL OR subject = sqlc.narg(subject)::uuid)
ORDER BY position DESC LIMIT @batch;

-- name: GetHostEvent :one
SELECT * FROM host_events WHERE id = @id;

-- name: ListHostDeliveries :many
-- Lists the deliveries of one event.
SELECT * FROM host_deliveries WHERE endpoint_id = ANY (@endpoint_ids::uuid[]) AND position = @position ORDER BY endpoint_id;

-- name: ListDeadHostDeliveries :many
-- Newest first.
SELECT d.*, e.id, e.kind FROM host_deliveries d JOIN host_events e ON e.position = d.position
WHERE d.endpoint_id = @endpoint_id AND d.state = 'dead' AND d.position < @before ORDER BY d.position DESC LIMIT @batch;

-- name: HostDeliveryFigures :one
-- Counts an endpoint's deliveries: pending ones, pending ones with a failed try, and dead ones. oldest is the time of the oldest pending
-- one, or now.
SELECT (SELECT count(*) FROM host_deliveries p WHERE p.endpoint_id = @endpoint_id AND p.state = 'pending')::bigint AS pending,
    (SELECT count(*) FROM host_deliveries r WHERE r.endpoint_id = @endpoint_id AND r.state = 'pending' AND r.last_problem IS NOT NULL)::bigint AS retried,
    (SELECT count(*) FROM host_deliveries x WHERE x.endpoint_id = @endpoint_id AND x.state = 'dead')::bigint AS dead,
    coalesce((SELECT min(w.created_at) FROM host_deliveries w WHERE w.endpoint_id = @endpoint_id AND w.state = 'pending'), @now)::timestamptz AS oldest;

-- name: OldestHostOutbox :one
SELECT created_at FROM host_outbox ORDER BY sequence LIMIT 1;

-- name: InsertHostToken :exec
INSERT INTO host_tokens (id, name, hash, scopes, created_at) VALUES (@id, @name, @hash, @scopes, @now);

-- name: FindHostToken :one
SELECT * FROM host_tokens WHERE hash = @hash AND revoked_at IS NULL;

-- name: TouchHostToken :exec
-- Stores the time of use, unless a time after @before is stored, so that a busy host doesn't write a row per call.
UPDATE host_tokens SET last_used_at = @now::timestamptz WHERE id = @id AND (last_used_at IS NULL OR last_used_at < @before::timestamptz);

-- name: ListHostTokens :many
-- There are only a few.
SELECT * FROM host_tokens ORDER BY id LIMIT 100;

-- name: RevokeHostToken :execrows
UPDATE host_tokens SET revoked_at = @now::timestamptz WHERE id = @id AND revoked_at IS NULL;

-- name: InsertHostLoginCode :exec
INSERT INTO host_login_codes (hash, account_id, return_url, expires_at) VALUES (@hash, @account_id, @return_url, @expires_at);

-- name: UseHostLoginCode :one
-- The first try uses up a code, even if it fails.
DELETE FROM host_login_codes WHERE hash = @hash RETURNING account_id, return_url, expires_at;

-- name: FindPaidSeat :one
-- Returns the active seat of a place, otherwise the last one.
SELECT x.id FROM subscription_seats x JOIN subscriptions s ON s.id = x.subscription_id
JOIN subscription_terms t ON t.subscription_id = x.subscription_id AND t.starts_at = x.term_starts_at
WHERE x.family_id = @family_id AND x.family_role = @role
ORDER BY (coalesce(x.ended_as, s.state) = 'active') DESC, t.ends_at DESC LIMIT 1;

-- name: ReadHostSubscription :one
SELECT host_subscription(@seat_id::uuid)::jsonb;

-- name: ExpireInvitations :execrows
-- Their links have expired. A trigger notifies the host. A new link moves expires_at.
UPDATE invitations SET expired_at = @now::timestamptz
WHERE id IN (SELECT i.id FROM invitations i WHERE i.state = 'open' AND i.expires_at <= @now::timestamptz AND (i.expired_at IS NULL OR i.expired_at < i.expires_at)
    ORDER BY i.expires_at LIMIT @batch FOR UPDATE SKIP LOCKED);
