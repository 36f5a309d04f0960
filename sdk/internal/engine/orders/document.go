package orders

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// DocumentKind is a kind of document with numbers of its own.
type DocumentKind string

// The kinds of numbered documents.
const (
	DocumentReceipt    DocumentKind = "receipt"
	DocumentCreditNote DocumentKind = "credit_note"
)

// documentSigns are the prefixes of each kind's numbers.
var documentSigns = map[DocumentKind]string{DocumentReceipt: "R", DocumentCreditNote: "C"}

// NextDocument returns the seller's next number for a document of a time's year in the seller's zone, such as R-2026-000042. If the transaction of q is rolled back,
// another document gets the number: there are no gaps. Call it late, because other transactions wait for the end of this one.
func (c *Engine) NextDocument(ctx context.Context, q *db.Queries, kind DocumentKind, at time.Time) (*string, error) {
	year, _, _ := day.On(at, c.core.Site.Seller.Zone).Date()
	n, err := q.NextDocumentNumber(ctx, c.core.Site.Seller.Prefix, string(kind), int16(year)) //nolint:gosec // a year
	if err != nil {
		return nil, fmt.Errorf("number of %s: %w", kind, err)
	}
	return pg.Ptr(fmt.Sprintf("%s-%d-%06d", c.core.Site.Seller.Prefix+documentSigns[kind], year, n)), nil
}

// NumberReceipt numbers a payer's receipt, unless it has a number, and returns the number.
func (c *Engine) NumberReceipt(ctx context.Context, id uuid.UUID) (number string, err error) {
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		row, err := tx.LockReceipt(ctx, id)
		if err != nil {
			return fmt.Errorf("receipt: %w", err)
		}
		if row.Number != nil {
			number = *row.Number
			return nil
		}
		next, err := c.NextDocument(ctx, tx.Queries, DocumentReceipt, row.CreatedAt)
		if err != nil {
			return err
		}
		number = *next
		return tx.NumberReceipt(ctx, number, id)
	})
	return number, err
}

// numberLater is the time that a receipt waits for its mail to number it.
const numberLater = 10 * time.Minute

// NumberReceipts numbers the receipts that no mail has numbered, oldest first: those of code batches, and those with a delayed mail.
func (c *Engine) NumberReceipts(ctx context.Context) error {
	const batch = 200
	for {
		ids, err := c.core.Q.ListUnnumberedReceipts(ctx, c.core.Now().Add(-numberLater), batch)
		if err != nil {
			return fmt.Errorf("unnumbered receipts: %w", err)
		}
		for _, id := range ids {
			if _, err := c.NumberReceipt(ctx, id); err != nil {
				return err
			}
		}
		if len(ids) < batch {
			return nil
		}
	}
}
