package codes

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/money"
)

// AwaitingBatch is a batch whose invoice nobody has recorded as paid yet, as operators see it.
type AwaitingBatch struct {
	Batch
	Buyer    string `json:"buyer"`
	Email    string `json:"email"`
	Practice string `json:"practice,omitempty"`
}

// Awaiting lists the batches that wait for their invoice to be paid, the oldest first, at most 500, and notes that an operator looked.
// Fault: [fault.OperatorUnnamed].
func (c *Client) Awaiting(ctx context.Context) ([]AwaitingBatch, error) {
	if _, err := c.core.OperatorOf(ctx); err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListAwaitingBatches(ctx)
	if err != nil {
		return nil, fmt.Errorf("list awaiting batches: %w", err)
	}
	buyers := make([]uuid.UUID, len(rows))
	for i, r := range rows {
		buyers[i] = r.PersonID
	}
	known, err := c.core.People.Read(ctx, c.core.Q, buyers...)
	if err != nil {
		return nil, fmt.Errorf("list awaiting batches: %w", err)
	}
	list := make([]AwaitingBatch, len(rows))
	for i, r := range rows {
		batch, err := codeBatch(r.CodeBatch)
		if err != nil {
			return nil, err
		}
		batch.Unissued = batch.Size
		buyer := known[r.PersonID]
		list[i] = AwaitingBatch{Batch: batch, Buyer: buyer.Name(), Email: buyer.Email}
		if buyer.Practice != nil {
			list[i].Practice = buyer.Practice.Name
		}
	}
	return list, c.core.NoteReading(ctx, core.ReadCodeBatches, nil, len(list))
}

// codeBatch is a row as its owner reads it, less the counts of its codes.
func codeBatch(b db.CodeBatch) (Batch, error) {
	face := money.New(b.FaceMinor, money.Currency(b.Currency))
	total, err := face.Mul(int64(b.Size))
	if err != nil {
		return Batch{}, err
	}
	return Batch{
		ID: b.ID.String(), ProfessionalID: b.ProfessionalID.String(), PackageID: int(b.PackageID), PackageName: b.PackageName,
		Face: face.Decimal(), CurrencyCode: b.Currency, Total: total.Decimal(), Size: int(b.Size), State: BatchState(b.State), PaidBy: Payment(b.PaidBy),
		CreatedAt: b.CreatedAt.UTC(), ExpiresAt: b.ExpiresAt.UTC(),
	}, nil
}
