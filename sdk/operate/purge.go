package operate

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// How long things are kept before the purge takes them.
const (
	keepExpiredRegistration = 30 * 24 * time.Hour
	keepPaidRegistration    = 24 * time.Hour // for lost answers and reloads; the account has the data
	purgeBatch              = 500
)

// Purged counts what a purge removed.
type Purged struct {
	Registrations int `json:"registrations"` // expired or paid ones that lost their personal data
	Answers       int `json:"answers"`       // stored idempotent answers
	Tokens        int `json:"tokens"`
	RateLimits    int `json:"rateLimits"`
	PageFiles     int `json:"pageFiles"` // of releases that nobody has open any more
}

// ExpireRegistrations marks open registrations whose 24 hours are over and returns how many. They answer
// fault.RegistrationGone from that moment even before they are marked; marking makes them count and purge.
func (c *Client) ExpireRegistrations(ctx context.Context) (int, error) {
	return c.inBatches(ctx, func(q *db.Queries) (int, error) {
		ids, err := q.PickForExpiry(ctx, c.core.Now().Add(-signup.Life), c.core.Now(), purgeBatch)
		if err != nil {
			return 0, fmt.Errorf("pick registrations to expire: %w", err)
		}
		if err := q.ExpireRegistrations(ctx, pg.NewIDs(len(ids)), ids, c.core.Now()); err != nil {
			return 0, fmt.Errorf("expire registrations: %w", err)
		}
		return len(ids), nil
	})
}

// Purge removes the personal data of registrations that expired 30 days ago or were paid a day ago, and
// stored answers, tokens and counts that have run out. It works in small batches, beside any number of
// others, and may be run at any time.
func (c *Client) Purge(ctx context.Context) (Purged, error) {
	var out Purged
	for _, part := range []struct {
		count *int
		batch func(q *db.Queries) (int, error)
	}{
		{&out.Registrations, func(q *db.Queries) (int, error) {
			return c.purgeRegistrations(ctx, q, q.PickExpiredForPurge, keepExpiredRegistration)
		}},
		{&out.Registrations, func(q *db.Queries) (int, error) {
			return c.purgeRegistrations(ctx, q, q.PickPaidForPurge, keepPaidRegistration)
		}},
		{&out.Answers, func(q *db.Queries) (int, error) {
			return rows(q.DeleteOldIdempotencyRecords(ctx, c.core.Now(), purgeBatch))
		}},
		{&out.Tokens, func(q *db.Queries) (int, error) {
			return rows(q.DeleteOldTokens(ctx, c.core.Now().Add(-core.KeepEndedToken), purgeBatch))
		}},
		{&out.RateLimits, func(q *db.Queries) (int, error) {
			return rows(q.DeleteOldRateLimits(ctx, c.core.Now(), purgeBatch))
		}},
		{&out.PageFiles, func(q *db.Queries) (int, error) {
			return rows(q.DeleteOldPageFiles(ctx, c.core.Now().Add(-visitor.KeepPageFiles), purgeBatch))
		}},
	} {
		n, err := c.inBatches(ctx, part.batch)
		*part.count += n
		if err != nil {
			return out, fmt.Errorf("purge: %w", err)
		}
	}
	c.core.Log.Info("purged", "registrations", out.Registrations, "answers", out.Answers, "tokens", out.Tokens)
	return out, nil
}

func (c *Client) purgeRegistrations(ctx context.Context, q *db.Queries, pick func(context.Context, time.Time, int32) ([]uuid.UUID, error), keep time.Duration) (int, error) {
	ids, err := pick(ctx, c.core.Now().Add(-keep), purgeBatch)
	if err != nil {
		return 0, fmt.Errorf("pick registrations: %w", err)
	}
	if err := q.PurgeRegistrations(ctx, pg.NewIDs(len(ids)), ids, c.core.Now()); err != nil {
		return 0, fmt.Errorf("registrations: %w", err)
	}
	return len(ids), nil
}

// inBatches runs a batch in a transaction of its own until one comes back short.
func (c *Client) inBatches(ctx context.Context, batch func(q *db.Queries) (int, error)) (total int, err error) {
	for {
		var n int
		err := c.core.Tx(ctx, func(q *db.Queries, _ pgx.Tx) (err error) {
			n, err = batch(q)
			return err
		})
		total += n
		if err != nil || n < purgeBatch {
			return total, err
		}
	}
}

func rows(n int64, err error) (int, error) { return int(n), err }
