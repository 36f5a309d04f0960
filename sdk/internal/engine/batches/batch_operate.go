package batches

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/money"
)

// Awaiting implements [codes.Client].
func (c *Engine) Awaiting(ctx context.Context) ([]codes.AwaitingBatch, error) {
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
	list := make([]codes.AwaitingBatch, len(rows))
	for i, r := range rows {
		batch, err := codeBatch(r.CodeBatch)
		if err != nil {
			return nil, err
		}
		batch.Unissued = batch.Size
		buyer := known[r.PersonID]
		list[i] = codes.AwaitingBatch{Batch: batch, Buyer: buyer.Name(), Email: buyer.Email}
		if buyer.Practice != nil {
			list[i].Practice = buyer.Practice.Name
		}
	}
	return list, c.core.NoteReading(ctx, core.ReadCodeBatches, nil, len(list))
}

// codeBatch converts a row to the owner's view, without the counts of its codes.
func codeBatch(b db.CodeBatch) (codes.Batch, error) {
	face := money.New(b.FaceMinor, money.Currency(b.Currency))
	total, err := face.Mul(int64(b.Size))
	if err != nil {
		return codes.Batch{}, err
	}
	return codes.Batch{
		ID: b.ID.String(), ProfessionalID: b.ProfessionalID.String(), PackageID: int(b.PackageID), PackageName: b.PackageName,
		Face: face.Decimal(), CurrencyCode: b.Currency, Total: total.Decimal(), Size: int(b.Size), State: codes.BatchState(b.State), PaidBy: codes.Payment(b.PaidBy),
		CreatedAt: b.CreatedAt.UTC(), ExpiresAt: b.ExpiresAt.UTC(),
	}, nil
}
