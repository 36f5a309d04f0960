package order

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// ReceiptNotFound is the fault of a receipt that isn't there, or isn't the caller's to see.
var ReceiptNotFound = fault.New(fault.NotFound, "receipt_not_found", nil)

// ReceiptSummary is a line of the list of receipts.
type ReceiptSummary struct {
	ReceiptID         string    `json:"receiptId"`
	PaidAt            time.Time `json:"paidAt"`
	PackageName       string    `json:"packageName"`
	TotalFormatted    string    `json:"totalFormatted"`
	RefundedFormatted string    `json:"refundedFormatted,omitempty" doc:"What was given back of it so far"`
	// CreditNotes are the documents about what was given back.
	CreditNotes []CreditNote `json:"creditNotes,omitempty" doc:"The oldest first"`
}

// CreditNote is a line of the list of what was given back of a purchase.
type CreditNote struct {
	Number          string    `json:"number" doc:"Consecutive for each seller and year"`
	GivenAt         time.Time `json:"givenAt"`
	AmountFormatted string    `json:"amountFormatted"`
}

// Receipts lists what an account has paid for, in the reader's language, the newest first, at most 200. Records of seats that somebody else
// has paid for aren't among them: see [CoParentReceipt].
func (c *Client) Receipts(ctx context.Context, accountID uuid.UUID, lang string) ([]ReceiptSummary, error) {
	rows, err := c.core.Q.ListOwnReceipts(ctx, accountID)
	if err != nil {
		return nil, fmt.Errorf("receipts of account: %w", err)
	}
	refunded := make([]uuid.UUID, 0, len(rows))
	for _, row := range rows {
		if row.RefundedMinor > 0 {
			refunded = append(refunded, row.OrderID)
		}
	}
	notes, err := c.creditNotes(ctx, refunded)
	if err != nil {
		return nil, err
	}
	out := make([]ReceiptSummary, len(rows))
	for i, row := range rows {
		var receipt Receipt
		if err := json.Unmarshal(row.Document, &receipt); err != nil {
			return nil, fmt.Errorf("receipt %s: %w", row.ID, err)
		}
		if err := c.retell(ctx, &receipt, row.Locale, lang); err != nil {
			return nil, err
		}
		out[i] = ReceiptSummary{
			ReceiptID: row.ID.String(), PaidAt: row.CreatedAt.UTC(), PackageName: receipt.ReceiptText, TotalFormatted: receipt.Totals.TotalFormatted,
		}
		locale := cmp.Or(receipt.Locale, row.Locale)
		if row.RefundedMinor > 0 {
			out[i].RefundedFormatted = money.New(row.RefundedMinor, money.Currency(row.Currency)).Format(locale)
		}
		for _, note := range notes[row.OrderID] {
			out[i].CreditNotes = append(out[i].CreditNotes, CreditNote{
				Number: pg.OrEmpty(note.CreditNote), GivenAt: pg.OrZero(note.DoneAt).UTC(),
				AmountFormatted: money.New(note.AmountMinor, money.Currency(note.Currency)).Format(locale),
			})
		}
	}
	return out, nil
}

// creditNotes returns what was given back of orders that have credit notes, by order.
func (c *Client) creditNotes(ctx context.Context, orderIDs []uuid.UUID) (map[uuid.UUID][]db.Refund, error) {
	if len(orderIDs) == 0 {
		return nil, nil //nolint:nilnil // nothing was given back
	}
	rows, err := c.core.Q.ListCreditNotes(ctx, orderIDs)
	if err != nil {
		return nil, fmt.Errorf("credit notes: %w", err)
	}
	notes := map[uuid.UUID][]db.Refund{}
	for _, row := range rows {
		notes[row.OrderID] = append(notes[row.OrderID], row)
	}
	return notes, nil
}

// OwnReceipt returns a receipt, in the reader's language, to the account that paid. Fault: [ReceiptNotFound].
func (c *Client) OwnReceipt(ctx context.Context, accountID uuid.UUID, receiptID, lang string) (*Receipt, error) {
	id, err := uuid.Parse(receiptID)
	if err != nil {
		return nil, ReceiptNotFound
	}
	row, err := c.core.Q.GetReceipt(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && (row.Kind != ReceiptPayer || *row.AccountID != accountID) {
		return nil, ReceiptNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("receipt: %w", err)
	}
	receipt := new(Receipt)
	if err := json.Unmarshal(row.Document, receipt); err != nil {
		return nil, fmt.Errorf("receipt %s: %w", row.ID, err)
	}
	receipt.Number = pg.OrEmpty(row.Number)
	if err := TellPayment(ctx, c.core.Q, row.OrderID, receipt); err != nil {
		return nil, err
	}
	return receipt, c.retell(ctx, receipt, row.Locale, lang)
}

// TellPayment has the receipt of an order, which was written for its first payment, say how it was paid where that payment could not be collected
// and the payer has paid again.
func TellPayment(ctx context.Context, q *db.Queries, orderID uuid.UUID, r *Receipt) error {
	attempts, err := q.ListOrderAttempts(ctx, orderID)
	if err != nil {
		return fmt.Errorf("receipt %s: payments: %w", r.ReceiptID, err)
	}
	for _, a := range slices.Backward(attempts) {
		if a.PaysAgain && a.CapturedAt != nil {
			r.paidWith(a)
			return nil
		}
	}
	return nil
}

// retell puts the words of a receipt, which was written in a locale, into the reader's language: what was bought, the coupon, the taxes. Amounts stay
// as they are written, and the words, too, where the language is the same.
func (c *Client) retell(ctx context.Context, r *Receipt, locale, lang string) error {
	if text.Language(locale) == text.Language(lang) {
		return nil
	}
	id, err := uuid.Parse(r.OrderID)
	if err != nil {
		return fmt.Errorf("receipt %s: order: %w", r.ReceiptID, err)
	}
	placed, err := Get(ctx, c.core.Q, id)
	if err != nil {
		return fmt.Errorf("receipt %s: order: %w", r.ReceiptID, err)
	}
	cat, err := c.core.CatalogVersion(ctx, c.core.Q, int(placed.Price.CatalogVersion))
	if err != nil {
		return err
	}
	switch pkg := cat.Package(int(placed.PackageID)); {
	case pkg == nil:
	case placed.Purpose == PurposeCodeBatch:
		r.ReceiptText = CodeBatchLine(lang, int(placed.Seats), pkg)
	default:
		r.ReceiptText = pkg.ReceiptText.In(lang)
	}
	if k := r.CouponDetail; k != nil {
		if coupon := cat.Coupon(k.CouponCode); coupon != nil {
			k.Description = coupon.Description.In(lang)
		}
	}
	for i := range r.Taxes {
		r.Taxes[i].Name = price.TaxName(r.Taxes[i].Code, lang)
	}
	return nil
}
