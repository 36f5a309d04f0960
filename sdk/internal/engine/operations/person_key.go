package operations

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/operate"
)

// DeletePersonKeys deletes keys of people who were erased from the database of keys. It may run any number of times.
func (c *Engine) DeletePersonKeys(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return errors.New("delete persons' keys: the job names none")
	}
	persons := make([]uuid.UUID, len(ids))
	for i, id := range ids {
		var err error
		if persons[i], err = uuid.Parse(id); err != nil {
			return fmt.Errorf("delete persons' keys: %w", err)
		}
	}
	if err := c.core.People.DeleteThere(ctx, persons); err != nil {
		return fmt.Errorf("delete persons' keys: %w", err)
	}
	return nil
}

// MovePersonKeys moves persons' keys to the database of keys, while everything runs. It works in small batches; a run that was cut short
// is done by running it again. Before the first key it records in both databases that they belong together. Errors: [ErrKeysHere], those of
// identity.Client.Verify.
func (c *Engine) MovePersonKeys(ctx context.Context) (int, error) {
	if c.core.People.Elsewhere() == nil {
		return 0, operate.ErrKeysHere
	}
	if err := c.identity.Verify(ctx); err != nil {
		return 0, fmt.Errorf("move persons' keys: %w", err)
	}
	n, err := c.inBatches(ctx, func(q *db.Queries, _ pgx.Tx) (int, error) { return c.core.People.Move(ctx, q, purgeBatch) })
	if err != nil {
		return n, fmt.Errorf("move persons' keys: %w", err)
	}
	return n, nil
}

// ReturnPersonKeys moves all keys back, while no server and no worker runs, and records that they are in the product's database. Errors:
// [ErrKeysHere], those of identity.Client.Check.
func (c *Engine) ReturnPersonKeys(ctx context.Context) (total int, err error) {
	if c.core.People.Elsewhere() == nil {
		return 0, operate.ErrKeysHere
	}
	if err := c.identity.Check(ctx); err != nil {
		return 0, fmt.Errorf("return persons' keys: %w", err)
	}
	for {
		var copied []uuid.UUID
		err := c.core.Tx(ctx, func(q *db.Queries, _ pgx.Tx) (err error) {
			copied, err = c.core.People.CopyBack(ctx, q, purgeBatch)
			return err
		})
		if err != nil {
			return total, fmt.Errorf("return persons' keys: %w", err)
		}
		if err := c.core.People.DeleteThere(ctx, copied); err != nil {
			return total, fmt.Errorf("return persons' keys: %w", err)
		}
		if total += len(copied); len(copied) == 0 {
			return total, c.identity.KeysReturned(ctx)
		}
	}
}

// sampledPersons is how many people [Client.PersonKeys] looks for keys of.
const sampledPersons = 100

// PersonKeys looks whether the newest people have their keys. A database that was restored without the other has people without keys.
func (c *Engine) PersonKeys(ctx context.Context) (operate.PersonKeys, error) {
	out := operate.PersonKeys{Elsewhere: c.core.People.Elsewhere() != nil}
	ids, err := c.core.Q.ListLastPersons(ctx, sampledPersons)
	if err != nil {
		return out, fmt.Errorf("persons' keys: %w", err)
	}
	keys, unopened, err := c.core.People.Openable(ctx, c.core.Q, ids)
	if err != nil {
		return out, fmt.Errorf("persons' keys: %w", err)
	}
	out.Asked, out.Unopened, out.Missing = len(ids), len(unopened), len(ids)-len(keys)-len(unopened)
	if out.Here, err = c.core.Q.HasPersonKeys(ctx); err != nil {
		return out, fmt.Errorf("persons' keys: %w", err)
	}
	return out, nil
}
