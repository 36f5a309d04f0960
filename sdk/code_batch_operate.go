package sdk

import (
	"context"
	"fmt"
	"strings"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/money"
)

// AwaitingBatch is a batch whose invoice nobody has recorded as paid yet, as operators see it.
type AwaitingBatch struct {
	CodeBatch
	Buyer    string `json:"buyer"`
	Email    string `json:"email"`
	Practice string `json:"practice,omitempty"`
}

// AwaitingBatches lists the batches that wait for their invoice to be paid, the oldest first, at most 500.
func (c *Client) AwaitingBatches(ctx context.Context) ([]AwaitingBatch, error) {
	rows, err := c.q.ListAwaitingBatches(ctx)
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
		list[i] = AwaitingBatch{
			CodeBatch: batch, Buyer: strings.TrimSpace(r.FirstName + " " + r.LastName), Email: orEmpty(r.Email), Practice: orEmpty(r.PracticeName),
		}
	}
	return list, nil
}

// codeBatch is a row as its owner reads it, less the counts of its codes.
func codeBatch(b db.CodeBatch) (CodeBatch, error) {
	face := money.New(b.FaceMinor, money.Currency(b.Currency))
	total, err := face.Mul(int64(b.Size))
	if err != nil {
		return CodeBatch{}, err
	}
	return CodeBatch{
		ID: b.ID.String(), ProfessionalID: b.ProfessionalID.String(), PackageID: int(b.PackageID), PackageName: b.PackageName,
		Face: face.Decimal(), CurrencyCode: b.Currency, Total: total.Decimal(), Size: int(b.Size), State: CodeBatchState(b.State), PaidBy: CodePayment(b.PaidBy),
		CreatedAt: b.CreatedAt.UTC(), ExpiresAt: b.ExpiresAt.UTC(),
	}, nil
}
