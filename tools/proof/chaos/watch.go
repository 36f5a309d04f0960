package chaos

import (
	"context"
	"fmt"
)

// watchFence has Postgres record the holder of each attempt, by application name, and every write of another process under the holder's fence. Such a
// process lost its lease and came back. Once the money has moved, no process holds an attempt: a process that queries the provider locks the row and
// writes the result.
//
// It also records a sign-up, an order or a person with two payments at the same time, whatever their result. It looks those up in a table of its own,
// with its own indexes: it may neither trust those of the product nor read every attempt at each write.
const watchFence = `
CREATE TABLE chaos_holders (
	attempt uuid PRIMARY KEY, holder text NOT NULL, takeovers int NOT NULL DEFAULT 0,
	state text NOT NULL, registration uuid, order_id uuid NOT NULL, payer bytea
);
CREATE INDEX ON chaos_holders (registration);
CREATE INDEX ON chaos_holders (order_id);
CREATE INDEX ON chaos_holders (payer);
CREATE TABLE chaos_old_writes (attempt uuid NOT NULL, fence bigint NOT NULL, holder text NOT NULL, writer text NOT NULL, change text NOT NULL);
CREATE TABLE chaos_doubles (attempt uuid NOT NULL, other uuid NOT NULL, what text NOT NULL, PRIMARY KEY (attempt, other, what));
CREATE FUNCTION chaos_watch_fence() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	writer text := current_setting('application_name');
	undecided text[] := '{created,sent,unknown}';
	moved text[] := '{captured,disputed,refunded,settlement_declined}';
	standing text[] := '{created,sent,unknown,authorised,capturing,captured,review,capture_failed,settlement_declined,refunded,disputed}';
	bought uuid;
BEGIN
	IF TG_OP = 'INSERT' THEN
		SELECT registration_id INTO bought FROM orders WHERE id = NEW.order_id;
		INSERT INTO chaos_holders (attempt, holder, state, registration, order_id, payer) VALUES (NEW.id, writer, NEW.state, bought, NEW.order_id, NEW.payer_hash);
	ELSE
		IF NEW.fence > OLD.fence THEN
			UPDATE chaos_holders SET holder = writer, takeovers = takeovers + (holder <> writer)::int WHERE attempt = NEW.id;
		ELSIF OLD.state <> ALL (moved) THEN
			INSERT INTO chaos_old_writes SELECT NEW.id, NEW.fence, holder, writer, OLD.state || ' -> ' || NEW.state
			FROM chaos_holders WHERE attempt = NEW.id AND holder <> writer;
		END IF;
		IF NEW.state <> OLD.state OR NEW.payer_hash IS DISTINCT FROM OLD.payer_hash THEN
			UPDATE chaos_holders SET state = NEW.state, payer = NEW.payer_hash WHERE attempt = NEW.id RETURNING registration INTO bought;
		END IF;
	END IF;
	INSERT INTO chaos_doubles
		SELECT NEW.id, h.attempt, 'registration' FROM chaos_holders h
			WHERE h.registration = bought AND h.attempt <> NEW.id AND h.state = ANY (standing) AND NEW.state = ANY (standing)
		UNION ALL SELECT NEW.id, h.attempt, 'order' FROM chaos_holders h
			WHERE h.order_id = NEW.order_id AND h.attempt <> NEW.id AND h.state = ANY (standing) AND NEW.state = ANY (standing)
		UNION ALL SELECT NEW.id, h.attempt, 'payer' FROM chaos_holders h
			WHERE h.payer = NEW.payer_hash AND h.attempt <> NEW.id AND h.state = ANY (undecided) AND NEW.state = ANY (undecided)
				AND h.registration IS NOT NULL AND bought IS NOT NULL
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
CREATE TRIGGER chaos_watch_fence AFTER INSERT OR UPDATE ON payment_attempts FOR EACH ROW EXECUTE FUNCTION chaos_watch_fence();`

// readDoubles counts simultaneous payments of one sign-up, order or person.
func (w *world) readDoubles(ctx context.Context, f *Figures) error {
	rows, err := w.pool.Query(ctx, "SELECT attempt::text, other::text, what FROM chaos_doubles")
	if err != nil {
		return fmt.Errorf("chaos: doubles: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var attempt, other, what string
		if err := rows.Scan(&attempt, &other, &what); err != nil {
			return fmt.Errorf("chaos: doubles: %w", err)
		}
		f.fault(&f.Doubles, "attempts %s and %s of one %s were under way at the same time", attempt, other, what)
	}
	return rows.Err()
}

// readFence counts the takeovers and stale writes that the trigger recorded.
func (w *world) readFence(ctx context.Context, f *Figures) error {
	if err := w.pool.QueryRow(ctx, "SELECT coalesce(sum(takeovers), 0)::int FROM chaos_holders").Scan(&f.Takeovers); err != nil {
		return fmt.Errorf("chaos: takeovers: %w", err)
	}
	rows, err := w.pool.Query(ctx, "SELECT attempt::text, fence, holder, writer, change FROM chaos_old_writes")
	if err != nil {
		return fmt.Errorf("chaos: old writes: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var attempt, holder, writer, change string
		var fence int64
		if err := rows.Scan(&attempt, &fence, &holder, &writer, &change); err != nil {
			return fmt.Errorf("chaos: old writes: %w", err)
		}
		f.fault(&f.OldFences, "attempt %s: %s wrote %s under fence %d, which %s holds", attempt, writer, change, fence, holder)
	}
	return rows.Err()
}
