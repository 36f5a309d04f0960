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

// Elsewhere is a database that holds persons' keys and nothing else. A key is committed there before the row that needs it, so that
// no row is ever without its key; a key without a row is nobody's, and [Keys.Sweep] deletes it. Keys that were never moved there
// are still found in the database of everything else.
type Elsewhere struct {
	Pool *pgxpool.Pool
	// Forget leaves the job with the transaction of q that calls [Keys.DeleteThere] once it has committed.
	Forget func(ctx context.Context, q *db.Queries, persons []uuid.UUID) error
}

func (e *Elsewhere) q() *db.Queries { return db.New(e.Pool) }

// Elsewhere is the database of keys; nil where they are in the same as everything else.
func (k *Keys) Elsewhere() *pgxpool.Pool {
	if k.elsewhere == nil {
		return nil
	}
	return k.elsewhere.Pool
}

// readElsewhere adds what the other database holds of these keys.
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

// deleteElsewhere leaves the job that deletes the keys which are in the other database, and returns how many those are.
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
	if k.elsewhere == nil { // they have been moved back meanwhile, or deleted here
		return nil
	}
	k.atHand.drop(persons)
	if _, err := k.elsewhere.q().DeletePersonKeys(ctx, persons); err != nil {
		return fmt.Errorf("database of keys: %w", err)
	}
	return nil
}

// A key that is nobody's is deleted when it is a day old: no transaction lasts that long. What is older than a week isn't looked at
// again, so that somebody who connects the database of keys to the wrong one, or to an old backup, doesn't lose everything.
const (
	sweepAfter = 24 * time.Hour
	sweepUntil = 8 * 24 * time.Hour
)

const pickMade = `-- name: PickPersonKeysMade :many
SELECT person_id, created_at FROM person_keys WHERE (created_at, person_id) > ($1, $2) AND created_at < $3 ORDER BY created_at, person_id LIMIT $4`

// Sweep deletes keys from the other database that were made for transactions which were rolled back.
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

// Move copies a batch of keys to the other database and deletes them with the transaction of q. It returns how many those were.
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

// CopyBack copies a batch of keys from the other database with the transaction of q, and returns which: once that has committed,
// [Keys.DeleteThere] is theirs.
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
