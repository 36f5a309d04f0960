package orders

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// Receipts lists an account's purchases in the reader's language, newest first, at most 200. It omits records of seats that another parent has paid
// for: see [order.CoParentReceipt].
func (c *Engine) Receipts(ctx context.Context, accountID uuid.UUID, lang string) ([]order.ReceiptSummary, error) {
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
	out := make([]order.ReceiptSummary, len(rows))
	for i, row := range rows {
		receipt, err := ReadReceipt(row.ID, row.Document)
		if err != nil {
			return nil, err
		}
		if err := c.translate(ctx, receipt, row.Locale, lang); err != nil {
			return nil, err
		}
		out[i] = order.ReceiptSummary{
			ReceiptID: row.ID.String(), PaidAt: row.CreatedAt.UTC(), PaidOn: receipt.PaidOn, PackageName: receipt.ReceiptText, TotalFormatted: receipt.Totals.TotalFormatted,
		}
		locale := cmp.Or(receipt.Locale, row.Locale)
		if row.RefundedMinor > 0 {
			out[i].RefundedFormatted = money.New(row.RefundedMinor, money.Currency(row.Currency)).Format(locale)
		}
		for _, note := range notes[row.OrderID] {
			out[i].CreditNotes = append(out[i].CreditNotes, order.CreditNote{
				Number: pg.OrEmpty(note.CreditNote), GivenAt: pg.OrZero(note.DoneAt).UTC(), GivenOn: day.On(pg.OrZero(note.DoneAt), row.Zone),
				AmountFormatted: money.New(note.AmountMinor, money.Currency(note.Currency)).Format(locale),
			})
		}
	}
	return out, nil
}

// creditNotes returns the refunds with credit notes, by order.
func (c *Engine) creditNotes(ctx context.Context, orderIDs []uuid.UUID) (map[uuid.UUID][]db.Refund, error) {
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

// OwnReceipt returns a receipt of the paying account, in the reader's language. Fault: [order.ReceiptNotFound].
func (c *Engine) OwnReceipt(ctx context.Context, accountID uuid.UUID, receiptID, lang string) (*order.Receipt, error) {
	id, err := uuid.Parse(receiptID)
	if err != nil {
		return nil, order.ReceiptNotFound
	}
	row, err := c.core.Q.GetReceipt(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && (row.Kind != ReceiptPayer || *row.AccountID != accountID) {
		return nil, order.ReceiptNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("receipt: %w", err)
	}
	receipt, err := ReadReceipt(row.ID, row.Document)
	if err != nil {
		return nil, err
	}
	receipt.Number = pg.OrEmpty(row.Number)
	if err := SetPayment(ctx, c.core.Q, row.OrderID, receipt); err != nil {
		return nil, err
	}
	return receipt, c.translate(ctx, receipt, row.Locale, lang)
}

// SetPayment sets the payment of an order's receipt to the last captured one. The receipt was written for the first payment; if that could not be
// collected, the payer has paid again.
func SetPayment(ctx context.Context, q *db.Queries, orderID uuid.UUID, r *order.Receipt) error {
	attempts, err := q.ListOrderAttempts(ctx, orderID)
	if err != nil {
		return fmt.Errorf("receipt %s: payments: %w", r.ReceiptID, err)
	}
	for _, a := range slices.Backward(attempts) {
		if a.PaysAgain && a.CapturedAt != nil {
			paidWith(r, a)
			return nil
		}
	}
	return nil
}

// translate translates a receipt's texts to the reader's language: the purchase, the coupon and the taxes. Amounts keep their format. A receipt in the
// same language stays unchanged.
func (c *Engine) translate(ctx context.Context, r *order.Receipt, locale, lang string) error {
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
