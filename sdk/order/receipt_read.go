package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/money"
)

// ReceiptNotFound is the fault of a receipt that isn't there, or isn't the caller's to see.
var ReceiptNotFound = fault.New(fault.NotFound, "receipt_not_found", nil)

// ReceiptSummary is a line of the list of receipts.
type ReceiptSummary struct {
	ReceiptID         string    `json:"receiptId"`
	PaidAt            time.Time `json:"paidAt"`
	PackageName       string    `json:"packageName" doc:"In the language that it was bought in"`
	TotalFormatted    string    `json:"totalFormatted"`
	RefundedFormatted string    `json:"refundedFormatted,omitempty" doc:"What was given back of it so far"`
}

// Receipts lists what an account has paid for, the newest first, at most 200. Records of seats that somebody else
// has paid for aren't among them: see [CoParentReceipt].
func (c *Client) Receipts(ctx context.Context, accountID uuid.UUID) ([]ReceiptSummary, error) {
	rows, err := c.core.Q.ListOwnReceipts(ctx, accountID)
	if err != nil {
		return nil, fmt.Errorf("receipts of account: %w", err)
	}
	out := make([]ReceiptSummary, len(rows))
	for i, row := range rows {
		var receipt Receipt
		if err := json.Unmarshal(row.Document, &receipt); err != nil {
			return nil, fmt.Errorf("receipt %s: %w", row.ID, err)
		}
		out[i] = ReceiptSummary{
			ReceiptID: row.ID.String(), PaidAt: row.CreatedAt.UTC(), PackageName: receipt.ReceiptText, TotalFormatted: receipt.Totals.TotalFormatted,
		}
		if row.RefundedMinor > 0 {
			out[i].RefundedFormatted = money.New(row.RefundedMinor, money.Currency(row.Currency)).Format(row.Locale)
		}
	}
	return out, nil
}

// OwnReceipt returns a receipt to the account that paid. Fault: [ReceiptNotFound].
func (c *Client) OwnReceipt(ctx context.Context, accountID uuid.UUID, receiptID string) (*Receipt, error) {
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
	return receipt, nil
}
