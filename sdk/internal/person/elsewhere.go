package person

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// Elsewhere is a database for persons' keys only. A key is committed there before the row that needs it, so that no row is ever without its key.
// [Keys.Sweep] deletes keys without a row. Keys that were never moved there are still found in the main database.
type Elsewhere struct {
	Pool *pgxpool.Pool
	// Forget enqueues a job in the transaction of q. After the commit, the job calls [Keys.DeleteThere].
	Forget func(ctx context.Context, q *db.Queries, persons []uuid.UUID) error
}

func (e *Elsewhere) q() *db.Queries { return db.New(e.Pool) }

// Elsewhere returns the database of keys, nil if the keys are in the main database.
func (k *Keys) Elsewhere() *pgxpool.Pool {
	if k.elsewhere == nil {
		return nil
	}
	return k.elsewhere.Pool
}

// readElsewhere adds the other database's data of these keys.
func (k *Keys) readElsewhere(ctx context.Context, persons []uuid.UUID, wrapped map[uuid.UUID][]byte) error {
	if k.elsewhere == nil {
		return nil
	}
	rows, err := k.elsewhere.q().GetPersonKeys(ctx, persons)
	if err != nil {
		return fmt.Errorf("database of keys: %w", err)
	}
	for _, row := range rows {
		wrapped[row.PersonID] = row.Wrapped
	}
	return nil
}

// deleteElsewhere enqueues the job that deletes the keys in the other database, and returns their number.
func (k *Keys) deleteElsewhere(ctx context.Context, q *db.Queries, persons []uuid.UUID) (int, error) {
	there := map[uuid.UUID][]byte{}
	if err := k.readElsewhere(ctx, persons, there); err != nil || len(there) == 0 {
		return 0, err
	}
	ids := make([]uuid.UUID, 0, len(there))
	for id := range there {
		ids = append(ids, id)
	}
	return len(ids), k.elsewhere.Forget(ctx, q, ids)
}

// DeleteThere deletes keys from the other database.
func (k *Keys) DeleteThere(ctx context.Context, persons []uuid.UUID) error {
	if k.elsewhere == nil { // the keys were moved back meanwhile, or deleted here
		return nil
	}
	k.atHand.drop(persons)
	if _, err := k.elsewhere.q().DeletePersonKeys(ctx, persons); err != nil {
		return fmt.Errorf("database of keys: %w", err)
	}
	return nil
}

// An unused key is deleted when it is a day old: no transaction lasts that long. The sweep ignores keys older than eight days. This limits the loss
// after a wrong configuration, with the database of other keys or an old backup.
const (
	sweepAfter = 24 * time.Hour
	sweepUntil = 8 * 24 * time.Hour
)

const pickMade = `-- name: PickPersonKeysMade :many
SELECT person_id, created_at FROM person_keys WHERE (created_at, person_id) > ($1, $2) AND created_at < $3 ORDER BY created_at, person_id LIMIT $4`

// Sweep deletes keys from the other database that were made for transactions that were rolled back.
func (k *Keys) Sweep(ctx context.Context, q *db.Queries, now time.Time, batch int) (deleted int, err error) {
	if k.elsewhere == nil {
		return 0, nil
	}
	type made struct {
		ID uuid.UUID
		At time.Time
	}
	for last := (made{At: now.Add(-sweepUntil)}); ; {
		rows, err := k.elsewhere.Pool.Query(ctx, pickMade, last.At, last.ID, now.Add(-sweepAfter), batch)
		if err != nil {
			return deleted, fmt.Errorf("database of keys: %w", err)
		}
		picked, err := pgx.CollectRows(rows, pgx.RowToStructByPos[made])
		if err != nil {
			return deleted, fmt.Errorf("database of keys: %w", err)
		}
		if len(picked) == 0 {
			return deleted, nil
		}
		nobodys := map[uuid.UUID]bool{}
		ids := make([]uuid.UUID, len(picked))
		for i, key := range picked {
			ids[i], nobodys[key.ID] = key.ID, true
		}
		used, err := q.ListKeysInUse(ctx, ids)
		if err != nil {
			return deleted, fmt.Errorf("keys in use: %w", err)
		}
		for _, id := range used {
			delete(nobodys, id)
		}
		ids = ids[:0]
		for id := range nobodys {
			ids = append(ids, id)
		}
		if err := k.DeleteThere(ctx, ids); err != nil {
			return deleted, err
		}
		deleted, last = deleted+len(ids), picked[len(picked)-1]
	}
}

// Move copies a batch of keys to the other database and deletes them in the transaction of q. It returns their number.
func (k *Keys) Move(ctx context.Context, q *db.Queries, batch int32) (int, error) {
	ids, err := copyKeys(ctx, q, k.elsewhere.q(), batch)
	if err != nil {
		return 0, err
	}
	if _, err := q.DeletePersonKeys(ctx, ids); err != nil {
		return 0, fmt.Errorf("delete moved keys: %w", err)
	}
	return len(ids), nil
}

// CopyBack copies a batch of keys from the other database in the transaction of q, and returns their ids. After the commit, the caller passes these to
// [Keys.DeleteThere].
func (k *Keys) CopyBack(ctx context.Context, q *db.Queries, batch int32) ([]uuid.UUID, error) {
	return copyKeys(ctx, k.elsewhere.q(), q, batch)
}

func copyKeys(ctx context.Context, from, to *db.Queries, batch int32) ([]uuid.UUID, error) {
	rows, err := from.PickPersonKeysToMove(ctx, batch)
	if err != nil {
		return nil, fmt.Errorf("keys to move: %w", err)
	}
	ids, wrapped, created := make([]uuid.UUID, len(rows)), make([][]byte, len(rows)), make([]time.Time, len(rows))
	for i, row := range rows {
		ids[i], wrapped[i], created[i] = row.PersonID, row.Wrapped, row.CreatedAt
	}
	if err := to.CopyPersonKeys(ctx, ids, wrapped, created); err != nil {
		return nil, fmt.Errorf("copy keys: %w", err)
	}
	return ids, nil
}
