package codes

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// What happens to a batch.
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

// Who does it, beside [core.ActorOperator].
const (
	actorProfessional = "professional"
)

// BatchEvent is one line of a batch's audit trail.
type BatchEvent struct {
	At     time.Time `json:"at"`
	Kind   string    `json:"kind" enum:"bought,activated,payment_failed,codes_read,issued,code_revoked,revoked,expiry_noticed"`
	Actor  string    `json:"actor" enum:"professional,operator,system"`
	Number int       `json:"number,omitempty" doc:"Of the code in the batch, where it is about one"`
}

// batchEvent writes down what happened to a batch or to one of its codes.
func (c *Client) batchEvent(ctx context.Context, q *db.Queries, batch uuid.UUID, code *uuid.UUID, kind, actor string) error {
	err := q.InsertCodeBatchEvent(ctx, db.InsertCodeBatchEventParams{ID: pg.NewID(), BatchID: batch, CodeID: code, Kind: kind, Actor: actor, At: c.core.Now()})
	if err != nil {
		return fmt.Errorf("code batch event: %w", err)
	}
	return nil
}

// newestEvents is how many lines of a batch's audit trail are listed: each of 500 codes can be issued and revoked.
const newestEvents = 2000

// Events returns what happened to a professional's batch, oldest first; of more than 2,000 lines the newest. Fault:
// [BatchUnknown].
func (c *Client) Events(ctx context.Context, professionalID, batchID string) ([]BatchEvent, error) {
	batch, err := c.Batch(ctx, professionalID, batchID)
	if err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListCodeBatchEvents(ctx, uuid.MustParse(batch.ID), newestEvents)
	if err != nil {
		return nil, fmt.Errorf("code batch events: %w", err)
	}
	events := make([]BatchEvent, len(rows))
	for i, row := range rows {
		events[i] = BatchEvent{At: row.At.UTC(), Kind: row.Kind, Actor: row.Actor}
		if row.Number != nil {
			events[i].Number = int(*row.Number)
		}
	}
	return events, nil
}
