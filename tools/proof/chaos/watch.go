package chaos

import (
	"context"
	"fmt"
)

// watchFence has Postgres note who holds each attempt, by the name under which a process connects, and every
// write of another process under the holder's fence: one that was taken for dead and came back. Once the
// money has moved nobody holds an attempt: a process that asks the provider about it locks the row, and writes what it says. It also notes where a sign-up, an order or a person has two payments at the same time, whatever their result.
const watchFence = `
CREATE TABLE chaos_holders (attempt uuid PRIMARY KEY, holder text NOT NULL, takeovers int NOT NULL DEFAULT 0);
CREATE TABLE chaos_old_writes (attempt uuid NOT NULL, fence bigint NOT NULL, holder text NOT NULL, writer text NOT NULL, change text NOT NULL);
CREATE TABLE chaos_doubles (attempt uuid NOT NULL, other uuid NOT NULL, what text NOT NULL, PRIMARY KEY (attempt, other, what));
CREATE FUNCTION chaos_watch_fence() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	writer text := current_setting('application_name');
	undecided text[] := '{created,sent,unknown}';
	moved text[] := '{captured,disputed,refunded,settlement_declined}';
	standing text[] := '{created,sent,unknown,authorised,capturing,captured,review,capture_failed,settlement_declined,refunded,disputed}';
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO chaos_holders (attempt, holder) VALUES (NEW.id, writer);
	ELSIF NEW.fence > OLD.fence THEN
		UPDATE chaos_holders SET holder = writer, takeovers = takeovers + (holder <> writer)::int WHERE attempt = NEW.id;
	ELSIF OLD.state <> ALL (moved) THEN
		INSERT INTO chaos_old_writes SELECT NEW.id, NEW.fence, holder, writer, OLD.state || ' -> ' || NEW.state
		FROM chaos_holders WHERE attempt = NEW.id AND holder <> writer;
	END IF;
	INSERT INTO chaos_doubles
		SELECT NEW.id, a.id, w.what FROM payment_attempts a JOIN orders o ON o.id = a.order_id JOIN orders n ON n.id = NEW.order_id, LATERAL (VALUES
			('registration', o.registration_id = n.registration_id AND a.state = ANY (standing) AND NEW.state = ANY (standing)),
			('order', a.order_id = NEW.order_id AND a.state = ANY (standing) AND NEW.state = ANY (standing)),
			('payer', a.payer_hash = NEW.payer_hash AND a.state = ANY (undecided) AND NEW.state = ANY (undecided) AND o.registration_id IS NOT NULL AND n.registration_id IS NOT NULL)
		) w (what, double)
		WHERE a.id <> NEW.id AND (o.registration_id = n.registration_id OR a.order_id = NEW.order_id OR a.payer_hash = NEW.payer_hash) AND w.double
		ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
CREATE TRIGGER chaos_watch_fence AFTER INSERT OR UPDATE ON payment_attempts FOR EACH ROW EXECUTE FUNCTION chaos_watch_fence();`

// readDoubles counts where two payments of one sign-up, order or person were under way at the same time.
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

// readFence counts what the watch has seen.
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
