package integrations

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// relayBatch is the number of events numbered in one transaction.
const relayBatch = 500

// Relay implements [integration.Client].
func (c *Engine) Relay(ctx context.Context) (moved int, err error) {
	for {
		n, err := c.relay(ctx)
		moved += n
		if err != nil {
			return moved, fmt.Errorf("relay host events: %w", err)
		}
		if n < relayBatch {
			return moved, nil
		}
	}
}

func (c *Engine) relay(ctx context.Context) (n int, err error) {
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		n = 0
		ours, err := tx.LockHostRelay(ctx)
		if err != nil || !ours {
			return err
		}
		rows, err := tx.TakeHostOutbox(ctx, relayBatch)
		if err != nil || len(rows) == 0 {
			return err
		}
		n = len(rows)
		endpoints, err := tx.ListHostEndpoints(ctx)
		if err != nil {
			return err
		}
		last, err := tx.LastHostPosition(ctx)
		if err != nil {
			return err
		}
		return number(ctx, tx.Queries, rows, last, endpoints, c.core.Now())
	})
	return n, err
}

// number stores events in order after the last position, with a delivery for each endpoint that subscribes to their kind. A disabled or gone
// endpoint gets its deliveries once it is enabled. Otherwise its application would miss those events for good.
func number(ctx context.Context, q *db.Queries, rows []db.HostOutbox, last int64, endpoints []db.HostEndpoint, now time.Time) error {
	events, sequences := make([]db.InsertHostEventsParams, len(rows)), make([]int64, len(rows))
	var deliveries []db.InsertHostDeliveriesParams
	for i, row := range rows {
		last++
		sequences[i] = row.Sequence
		events[i] = db.InsertHostEventsParams{Position: last, ID: pg.NewID(), Kind: row.Kind, Subject: row.Subject, Data: row.Data, CreatedAt: row.CreatedAt}
		for _, e := range endpoints {
			if len(e.Kinds) == 0 || slices.Contains(e.Kinds, row.Kind) {
				deliveries = append(deliveries, db.InsertHostDeliveriesParams{
					EndpointID: e.ID, Position: last, Subject: row.Subject, State: deliveryPending, DueAt: now, CreatedAt: now,
				})
			}
		}
	}
	if err := q.DeleteHostOutbox(ctx, sequences); err != nil {
		return err
	}
	if _, err := q.InsertHostEvents(ctx, events); err != nil {
		return err
	}
	_, err := q.InsertHostDeliveries(ctx, deliveries)
	return err
}

// OutboxLag implements [integration.Client].
func (c *Engine) OutboxLag(ctx context.Context) (time.Duration, error) {
	oldest, err := c.core.Q.OldestHostOutbox(ctx)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("outbox: %w", err)
	}
	return max(c.core.Now().Sub(oldest), 0), nil
}
