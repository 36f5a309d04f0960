package subjects

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/privacy"
)

// DeletePersonKeys implements [privacy.Client].
func (c *Engine) DeletePersonKeys(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return errors.New("delete persons' keys: the job has no ids")
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

// MovePersonKeys implements [privacy.Client].
func (c *Engine) MovePersonKeys(ctx context.Context) (int, error) {
	if c.core.People.Elsewhere() == nil {
		return 0, privacy.ErrKeysHere
	}
	if err := c.identity.Verify(ctx); err != nil {
		return 0, fmt.Errorf("move persons' keys: %w", err)
	}
	n, err := c.inBatches(ctx, func(tx *pg.Tx) (int, error) { return c.core.People.Move(ctx, tx.Queries, purgeBatch) })
	if err != nil {
		return n, fmt.Errorf("move persons' keys: %w", err)
	}
	return n, nil
}

// ReturnPersonKeys implements [privacy.Client].
func (c *Engine) ReturnPersonKeys(ctx context.Context) (total int, err error) {
	if c.core.People.Elsewhere() == nil {
		return 0, privacy.ErrKeysHere
	}
	if err := c.identity.Check(ctx); err != nil {
		return 0, fmt.Errorf("return persons' keys: %w", err)
	}
	for {
		var copied []uuid.UUID
		err := c.core.Tx(ctx, func(tx *pg.Tx) (err error) {
			copied, err = c.core.People.CopyBack(ctx, tx.Queries, purgeBatch)
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

// sampledPersons is the number of people in [Engine.PersonKeys]'s sample.
const sampledPersons = 100

// PersonKeys implements [privacy.Client].
func (c *Engine) PersonKeys(ctx context.Context) (privacy.PersonKeys, error) {
	out := privacy.PersonKeys{Elsewhere: c.core.People.Elsewhere() != nil}
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
