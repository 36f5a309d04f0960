package seed

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// left inserts the short-lived rows (a day or less) of sign-ups begun since $1: links and logins, displayed prices, stored replies and counts, as
// many as the calls of a sign-up make. The hashes are invented.
var left = []string{
	`INSERT INTO tokens (id, kind, hash, account_id, created_at, expires_at, ended_at, ended_why)
		SELECT gen_random_uuid(), k.kind, sha256((k.kind || a.id)::bytea), a.id, a.created_at, a.created_at + interval '14 days', CASE WHEN k.kind = 'credentials' THEN a.created_at END,
			CASE WHEN k.kind = 'credentials' THEN 'used' END
		FROM accounts a, unnest(ARRAY['credentials', 'account']) AS k (kind) WHERE a.created_at >= $1`,
	`INSERT INTO quotes (tax_id, registration_id, catalog_version, tax_version, input, steps, evidence, currency, tax_minor, total_minor, created_at, expires_at)
		SELECT gen_random_uuid(), o.registration_id, p.catalog_version, p.tax_version, p.input, p.steps, '{}', o.currency, o.tax_minor, o.total_minor, o.created_at, o.created_at + interval '1 hour'
		FROM orders o JOIN order_prices p ON p.order_id = o.id WHERE o.created_at >= $1`,
	`INSERT INTO idempotency_records (scope, key_hash, request_hash, outcome, answer, created_at, expires_at)
		SELECT c.call || '/' || r.id, sha256((c.call || r.id)::bytea), sha256(r.id::text::bytea), 'answer', decode(repeat('a5', c.size), 'hex'), r.created_at, r.created_at + interval '24 hours'
		FROM registrations r, (VALUES ('create', 300), ('family', 300), ('order', 300), ('pay', 3500), ('credentials', 250)) AS c (call, size) WHERE r.created_at >= $1`,
	`INSERT INTO rate_limits (scope, subject, count, ends_at)
		SELECT c.scope, sha256((c.scope || r.id)::bytea), 3, r.created_at + interval '1 hour'
		FROM registrations r, unnest(ARRAY['write', 'payment']) AS c (scope) WHERE r.created_at >= $1`,
	`INSERT INTO decline_counts (minute, slot, decided, declined)
		SELECT date_trunc('minute', a.created_at), get_byte(uuid_send(a.id), 15) % 8, count(*), 0 FROM payment_attempts a WHERE a.created_at >= $1 GROUP BY 1, 2`,
}

// leaveBehind adds the short-lived rows of the last hour's sign-ups, which stay until the next purges.
func leaveBehind(ctx context.Context, pool *pgxpool.Pool, size Size) error {
	if size.LastHour == 0 {
		return nil
	}
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	defer conn.Release()
	var since any
	if err := conn.QueryRow(ctx, "SELECT now() - interval '1 day'").Scan(&since); err != nil { // the last of the others is two days old
		return fmt.Errorf("seed: %w", err)
	}
	for _, statement := range left {
		if _, err := conn.Exec(ctx, statement, since); err != nil {
			return fmt.Errorf("seed: the last hour: %w", err)
		}
	}
	return nil
}
