package batches

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// The kinds of a batch's events.
const (
	batchBought        = "bought"
	batchActivated     = "activated"
	batchPaymentFailed = "payment_failed"
	batchCodesRead     = "codes_read"
	batchIssued        = "issued"
	batchCodeRevoked   = "code_revoked"
	batchRevoked       = "revoked"
	batchExpiryNoticed = "expiry_noticed"
)

// The actors of batches, in addition to [core.ActorOperator].
const (
	actorProfessional = "professional"
)

// batchEvent stores an event of a batch or of one of its codes, with an id and the time.
func (c *Engine) batchEvent(ctx context.Context, q *db.Queries, event db.InsertCodeBatchEventParams) error {
	event.ID, event.At = pg.NewID(), c.core.Now()
	if err := q.InsertCodeBatchEvent(ctx, event); err != nil {
		return fmt.Errorf("code batch event: %w", err)
	}
	return nil
}

// newestEvents is the maximum number of events listed for a batch: each of 500 codes can be issued and revoked.
const newestEvents = 2000

// Events implements [codes.Client].
func (c *Engine) Events(ctx context.Context, professionalID, batchID string) ([]codes.BatchEvent, error) {
	batch, err := c.Batch(ctx, professionalID, batchID)
	if err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListCodeBatchEvents(ctx, uuid.MustParse(batch.ID), newestEvents)
	if err != nil {
		return nil, fmt.Errorf("code batch events: %w", err)
	}
	events := make([]codes.BatchEvent, len(rows))
	for i, row := range rows {
		events[i] = codes.BatchEvent{At: row.At.UTC(), Kind: row.Kind, Actor: row.Actor}
		if row.Number != nil {
			events[i].Number = int(*row.Number)
		}
	}
	return events, nil
}
