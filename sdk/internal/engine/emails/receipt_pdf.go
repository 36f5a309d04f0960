package emails

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// ReceiptPDF implements [email.Client].
func (c *Engine) ReceiptPDF(ctx context.Context, token secret.Secret, receiptID string) ([]byte, error) {
	own, err := c.ownReceipt(ctx, token, receiptID)
	if err != nil {
		return nil, err
	}
	priced, err := orders.PricingOf(own.placed.Price)
	if err != nil {
		return nil, err
	}
	number, err := c.order.NumberReceipt(ctx, own.row.ID)
	if err != nil {
		return nil, err
	}
	w := own.w
	sheet := Sheet{
		Lang: w.Lang, Title: w.In("mail_receipt_subject", map[string]any{"product": c.core.Site.Product}),
		Rows: receiptRows(w, own.locale, number, own.receipt, priced), At: own.row.CreatedAt.UTC(),
	}
	return sheet.PDF()
}

// CreditNotePDF implements [email.Client].
func (c *Engine) CreditNotePDF(ctx context.Context, token secret.Secret, receiptID, number string) ([]byte, error) {
	own, err := c.ownReceipt(ctx, token, receiptID)
	if err != nil {
		return nil, err
	}
	notes, err := c.core.Q.ListCreditNotes(ctx, []uuid.UUID{own.row.OrderID})
	if err != nil {
		return nil, fmt.Errorf("credit note: %w", err)
	}
	i := slices.IndexFunc(notes, func(r db.Refund) bool { return *r.CreditNote == number })
	if i < 0 {
		return nil, order.ReceiptNotFound
	}
	w, given := own.w, pg.OrZero(notes[i].DoneAt).UTC()
	rows := c.refundRows(w, own.locale, notes[i], own.row, own.placed.Order)
	sheet := Sheet{
		Lang: w.Lang, Title: w.In("mail_refund_note", nil), At: given,
		Rows: slices.Insert(rows, 1, Row{Label: w.In("mail_receipt_date", nil), Value: w.Date(given)}),
	}
	return sheet.PDF()
}

// ownedReceipt holds a receipt and the other data of its documents.
type ownedReceipt struct {
	row     db.Receipt
	receipt order.Receipt
	placed  orders.Priced
	locale  string
	w       text.Wording
}

func (c *Engine) ownReceipt(ctx context.Context, token secret.Secret, receiptID string) (own ownedReceipt, err error) {
	owner, err := accounts.HolderOf(ctx, c.core, token)
	if err != nil {
		return own, err
	}
	id, err := uuid.Parse(receiptID)
	if err != nil {
		return own, order.ReceiptNotFound
	}
	own.row, err = c.core.Q.GetReceipt(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return own, order.ReceiptNotFound
	}
	if err != nil {
		return own, fmt.Errorf("receipt: %w", err)
	}
	receipt, err := c.order.OwnReceipt(ctx, owner.ID, receiptID, text.Language(own.row.Locale))
	if err != nil {
		return own, err
	}
	own.receipt = *receipt
	if own.placed, err = orders.Get(ctx, c.core.Q, own.row.OrderID); err != nil {
		return own, fmt.Errorf("receipt: order: %w", err)
	}
	own.locale = cmp.Or(receipt.Locale, own.row.Locale)
	own.w = text.WordingOf(own.locale).At(pg.OrEmpty(own.placed.Country)).Zoned(own.placed.Zone)
	return own, nil
}
