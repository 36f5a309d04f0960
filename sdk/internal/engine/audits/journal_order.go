package audits

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/ledger"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
)

// ledgerRefunds returns the refunds of orders, by order, oldest first.
func (c *Engine) ledgerRefunds(ctx context.Context, rows []db.ListLedgerOrdersRow) (map[uuid.UUID][]ledger.Refund, error) {
	var refunded []uuid.UUID
	for _, row := range rows {
		if row.RefundedMinor > 0 {
			refunded = append(refunded, row.ID)
		}
	}
	if len(refunded) == 0 {
		return nil, nil
	}
	all, err := c.core.Q.ListLedgerRefunds(ctx, refunded)
	if err != nil {
		return nil, fmt.Errorf("refunds: %w", err)
	}
	out := map[uuid.UUID][]ledger.Refund{}
	for _, r := range all {
		out[r.OrderID] = append(out[r.OrderID], ledger.Refund{CreditNote: r.CreditNote, At: r.DoneAt.UTC(), Minor: r.AmountMinor, Tax: r.TaxMinor, Keeps: r.KeepsSubscription})
	}
	return out, nil
}

// ledgerTaxes returns the taxes, by jurisdiction, of orders with possible tax entries in a month.
func (c *Engine) ledgerTaxes(ctx context.Context, rows []db.ListLedgerOrdersRow, month ledger.Month) (map[uuid.UUID][]ledger.Tax, error) {
	var taxed []uuid.UUID
	for _, row := range rows {
		if changes := !row.PlacedAt.Before(month.Starts()) || row.RefundedMinor > 0 || len(row.VoidedAt) > 0; changes && row.TaxMinor > 0 {
			taxed = append(taxed, row.ID)
		}
	}
	if len(taxed) == 0 {
		return nil, nil
	}
	prices, err := c.core.Q.ListLedgerPrices(ctx, taxed)
	if err != nil {
		return nil, fmt.Errorf("prices: %w", err)
	}
	out := make(map[uuid.UUID][]ledger.Tax, len(prices))
	for _, p := range prices {
		var steps price.Priced
		var input price.Input
		if err := errors.Join(json.Unmarshal(p.Steps, &steps), json.Unmarshal(p.Input, &input)); err != nil {
			return nil, fmt.Errorf("price of order %s: %w", p.OrderID, err)
		}
		for _, t := range steps.Taxes {
			out[p.OrderID] = append(out[p.OrderID], ledger.Tax{Name: jurisdiction(input.Address, t.TaxComponent.Name), Minor: t.Amount.Minor})
		}
	}
	return out, nil
}

// ledgerOrder returns an order's history for the books. Codes count for at most their selling price, even if they paid for a package that has
// become more expensive. A part of the tax without details is named unspecified, so that the books always balance.
func ledgerOrder(row db.ListLedgerOrdersRow, refunds []ledger.Refund, taxes []ledger.Tax) ledger.Order {
	o := ledger.Order{
		ID: row.ID.String(), Receipt: "O-" + row.ID.String(), Currency: money.Currency(row.Currency), PlacedAt: row.PlacedAt.UTC(),
		Total: row.TotalMinor, Codes: min(row.CodeTotalMinor, row.FacesMinor), Faces: row.FacesMinor, Taxes: taxes, Refunds: refunds,
	}
	if row.Receipt != nil { // numbered by its mail or by the daily sweep
		o.Receipt = *row.Receipt
	}
	rest := row.TaxMinor
	for _, t := range taxes {
		rest -= t.Minor
	}
	if rest != 0 {
		o.Taxes = append(o.Taxes, ledger.Tax{Name: "unspecified", Minor: rest})
	}
	switch {
	case row.StartsAt != nil && row.EndsAt != nil:
		o.Term = &ledger.Term{Starts: row.StartsAt.UTC(), Ends: row.EndsAt.UTC()}
	case row.Purpose != orders.PurposeCodeBatch:
		o.Term = &ledger.Term{Starts: o.PlacedAt, Ends: orders.FirstEnd(db.Order{Years: row.Years, Zone: row.Zone}, o.PlacedAt)}
	}
	if len(row.VoidedAt) > 0 {
		at := row.VoidedAt[0].UTC()
		o.Voided = &at
	}
	if len(row.LostAt) > 0 {
		at := row.LostAt[0].UTC()
		o.Lost = &at
	}
	return o
}

// jurisdiction prefixes a tax with its recipient: the country for VAT and GST, the region for all others.
func jurisdiction(address price.TaxAddress, tax string) string {
	if tax == "VAT" || tax == "GST" || address.Region == "" {
		return address.Country + " " + tax
	}
	return address.Country + "-" + address.Region + " " + tax
}
