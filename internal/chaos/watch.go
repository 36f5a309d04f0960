package chaos

import (
	"context"
	"fmt"
)

// watchFence has Postgres note who holds each attempt, by the name under which a process connects, and every
// write of somebody else under the holder's fence: of a process that was taken for dead and came back.
const watchFence = `
CREATE TABLE chaos_holders (attempt uuid PRIMARY KEY, holder text NOT NULL, takeovers int NOT NULL DEFAULT 0);
CREATE TABLE chaos_old_writes (attempt uuid NOT NULL, fence bigint NOT NULL, holder text NOT NULL, writer text NOT NULL, change text NOT NULL);
CREATE FUNCTION chaos_watch_fence() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	writer text := current_setting('application_name');
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO chaos_holders (attempt, holder) VALUES (NEW.id, writer);
	ELSIF NEW.fence > OLD.fence THEN
		UPDATE chaos_holders SET holder = writer, takeovers = takeovers + (holder <> writer)::int WHERE attempt = NEW.id;
	ELSE
		INSERT INTO chaos_old_writes SELECT NEW.id, NEW.fence, holder, writer, OLD.state || ' -> ' || NEW.state
		FROM chaos_holders WHERE attempt = NEW.id AND holder <> writer;
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER chaos_watch_fence AFTER INSERT OR UPDATE ON payment_attempts FOR EACH ROW EXECUTE FUNCTION chaos_watch_fence();`

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
