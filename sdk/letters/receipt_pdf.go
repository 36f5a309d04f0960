package letters

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/internal/letter"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// ReceiptPDF returns one of the receipts of the account that an account token belongs to as a PDF file, in the language in which it was written: what its mail
// says. One without a number gets its number.
// Faults: [fault.TokenInvalid], [order.ReceiptNotFound].
func (c *Client) ReceiptPDF(ctx context.Context, token secret.Secret, receiptID string) ([]byte, error) {
	owner, err := account.HolderOf(ctx, c.core, token)
	if err != nil {
		return nil, err
	}
	id, err := uuid.Parse(receiptID)
	if err != nil {
		return nil, order.ReceiptNotFound
	}
	row, err := c.core.Q.GetReceipt(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, order.ReceiptNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("receipt: %w", err)
	}
	receipt, err := c.order.OwnReceipt(ctx, owner.ID, receiptID, text.Language(row.Locale))
	if err != nil {
		return nil, err
	}
	placed, err := order.Get(ctx, c.core.Q, row.OrderID)
	if err != nil {
		return nil, fmt.Errorf("receipt: order: %w", err)
	}
	priced, err := order.PricingOf(placed.Price)
	if err != nil {
		return nil, err
	}
	number, err := c.order.NumberReceipt(ctx, row.ID)
	if err != nil {
		return nil, err
	}
	locale := cmp.Or(receipt.Locale, row.Locale)
	w := text.WordingOf(locale).At(pg.OrEmpty(placed.Country))
	sheet := letter.Sheet{
		Lang: w.Lang, Title: w.In("mail_receipt_subject", map[string]any{"product": c.core.Site.Product}),
		Rows: receiptRows(w, locale, number, *receipt, priced), At: row.CreatedAt.UTC(),
	}
	return sheet.PDF()
}
