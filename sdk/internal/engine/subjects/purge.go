package subjects

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/privacy"
)

// purgeBatch is the number of rows written in one transaction.
const purgeBatch = 500

// ExpireRegistrations implements [privacy.Client].
func (c *Engine) ExpireRegistrations(ctx context.Context) (int, error) {
	return c.inBatches(ctx, func(tx *pg.Tx) (int, error) {
		ids, err := tx.PickForExpiry(ctx, signups.BegunLife(c.core.Now()), c.core.Now(), purgeBatch)
		if err != nil {
			return 0, fmt.Errorf("pick registrations to expire: %w", err)
		}
		if err := tx.ExpireRegistrations(ctx, pg.NewIDs(len(ids)), ids, c.core.Now()); err != nil {
			return 0, fmt.Errorf("expire registrations: %w", err)
		}
		return len(ids), nil
	})
}

// Purge implements [privacy.Client].
func (c *Engine) Purge(ctx context.Context) (privacy.Purged, error) {
	var out privacy.Purged
	for _, r := range c.rules() {
		n, err := c.inBatches(ctx, func(tx *pg.Tx) (int, error) { return r.batch(ctx, c, tx) })
		*r.count(&out) += n
		if err != nil {
			return out, fmt.Errorf("purge: %w", err)
		}
	}
	keys, err := c.core.People.Sweep(ctx, c.core.Q, c.core.Now(), purgeBatch)
	if err != nil {
		return out, fmt.Errorf("purge: %w", err)
	}
	c.core.Log.Info("purged", "keys", keys, "registrations", out.Registrations, "persons", out.Persons, "answers", out.Answers, "tokens", out.Tokens, "events", out.Events)
	return out, nil
}

// purgeExpired empties the sign-ups that expired before a time, and deletes the keys of their persons, because they belong to no account.
func (c *Engine) purgeExpired(ctx context.Context, q *db.Queries, before time.Time) (int, error) {
	picked, err := q.PickExpiredForPurge(ctx, core.FirstIDAt(before), before, purgeBatch)
	if err != nil {
		return 0, fmt.Errorf("pick registrations: %w", err)
	}
	ids, persons := make([]uuid.UUID, len(picked)), make([]uuid.UUID, len(picked))
	for i, row := range picked {
		ids[i], persons[i] = row.ID, row.PersonID
	}
	if err := c.purgeRegistrations(ctx, q, ids); err != nil {
		return 0, err
	}
	if _, err := c.core.People.Delete(ctx, q, persons...); err != nil {
		return 0, fmt.Errorf("registrations: %w", err)
	}
	return len(ids), nil
}

// purgePaid empties the sign-ups that were paid before a time. Their data is kept in the accounts.
func (c *Engine) purgePaid(ctx context.Context, q *db.Queries, before time.Time) (int, error) {
	ids, err := q.PickPaidForPurge(ctx, core.FirstIDAt(before), before, purgeBatch)
	if err != nil {
		return 0, fmt.Errorf("pick registrations: %w", err)
	}
	return len(ids), c.purgeRegistrations(ctx, q, ids)
}

func (c *Engine) purgeRegistrations(ctx context.Context, q *db.Queries, ids []uuid.UUID) error {
	if err := q.PurgeRegistrations(ctx, pg.NewIDs(len(ids)), ids, c.core.Now()); err != nil {
		return fmt.Errorf("registrations: %w", err)
	}
	return nil
}

// endInvitations revokes open invitations if their last link ended before a time.
func (c *Engine) endInvitations(ctx context.Context, q *db.Queries, before time.Time) (int, error) {
	n, err := q.EndOldInvitations(ctx, c.core.Now(), before, purgeBatch)
	if err != nil {
		return 0, fmt.Errorf("end invitations: %w", err)
	}
	return int(n), nil
}

// forgetPersons empties the persons that only others named, after the end of their retention, and deletes their keys. It also forgets the
// children of families that have no parent yet.
func (c *Engine) forgetPersons(ctx context.Context, q *db.Queries, before time.Time) (int, error) {
	ids, err := q.PickPersonsToForget(ctx, before, purgeBatch)
	if err != nil {
		return 0, fmt.Errorf("pick persons: %w", err)
	}
	families, err := q.ListEmptyFamilies(ctx, ids)
	if err != nil {
		return 0, fmt.Errorf("families without a parent: %w", err)
	}
	if err := q.ForgetChildren(ctx, families); err != nil {
		return 0, fmt.Errorf("children of families without a parent: %w", err)
	}
	if _, err := c.core.People.Delete(ctx, q, families...); err != nil {
		return 0, err
	}
	return c.core.People.Forget(ctx, q, c.core.Now(), ids...)
}

// closeUnproved closes and forgets professionals that signed up before a time and never proved their address. It skips those with codes
// bought by invoice: they are customers, and their codes must stay usable, so an operator decides.
func (c *Engine) closeUnproved(ctx context.Context, q *db.Queries, before time.Time) (int, error) {
	ids, err := q.PickUnprovedProfessionals(ctx, before, purgeBatch)
	if err != nil {
		return 0, fmt.Errorf("pick professionals: %w", err)
	}
	persons, err := q.CloseUnprovedProfessionals(ctx, c.core.Now(), ids, pg.NewIDs(len(ids)))
	if err != nil {
		return 0, fmt.Errorf("close professionals: %w", err)
	}
	if _, err := c.core.People.Forget(ctx, q, c.core.Now(), persons...); err != nil {
		return 0, err
	}
	return len(ids), nil
}

// endReceipts deletes the receipts of purchases before a time, and the personal data in their orders, prices and payments.
func (c *Engine) endReceipts(ctx context.Context, q *db.Queries, before time.Time) (int, error) {
	orders, err := q.EndReceipts(ctx, before, purgeBatch)
	if err != nil {
		return 0, fmt.Errorf("end receipts: %w", err)
	}
	for _, forget := range []func(context.Context, []uuid.UUID) error{q.ForgetBuyers, q.EndPrices, q.ForgetCards} {
		if err := forget(ctx, orders); err != nil {
			return 0, fmt.Errorf("end receipts: %w", err)
		}
	}
	return len(orders), nil
}

// inBatches runs a batch, each time in a transaction of its own, until it returns fewer rows than purgeBatch.
func (c *Engine) inBatches(ctx context.Context, batch func(tx *pg.Tx) (int, error)) (total int, err error) {
	for {
		var n int
		err := c.core.Tx(ctx, func(tx *pg.Tx) (err error) {
			n, err = batch(tx)
			return err
		})
		if err != nil {
			return total, err
		}
		if total += n; n < purgeBatch {
			return total, nil
		}
	}
}
