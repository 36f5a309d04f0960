package audits

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/ledger"
	"github.com/cojoin/cojoin/sdk/money"
)

// Journal implements [audit.Client].
func (c *Engine) Journal(ctx context.Context, month ledger.Month, each func(ledger.Entry) error) error {
	if err := c.journalOf(month); err != nil {
		return err
	}
	earned := map[money.Currency]int64{}
	err := c.ledgerOrders(ctx, month, func(o ledger.Order) error {
		earned[o.Currency] += o.Released(month.Starts(), month.Ends())
		return eachEntry(o.Entries(month.Starts(), month.Ends()), each)
	})
	if err != nil {
		return err
	}
	for _, section := range []func(context.Context, time.Time, time.Time) ([]ledger.Entry, error){c.journalMoney, c.journalDisputes, c.journalCodes} {
		err := eachSpan(month.Starts(), month.Ends(), movementSpan, func(since, before time.Time) error {
			entries, err := section(ctx, since, before)
			if err != nil {
				return fmt.Errorf("journal of %s: %w", month, err)
			}
			return eachEntry(entries, each)
		})
		if err != nil {
			return err
		}
	}
	for _, currency := range slices.Sorted(maps.Keys(earned)) {
		if earned[currency] == 0 {
			continue
		}
		if err := each(ledger.ReleasedRevenue(month, money.New(earned[currency], currency))); err != nil {
			return err
		}
	}
	return nil
}

// Deferred implements [audit.Client].
func (c *Engine) Deferred(ctx context.Context, month ledger.Month) (map[money.Currency]map[ledger.Month]int64, error) {
	if err := c.journalOf(month); err != nil {
		return nil, err
	}
	out := map[money.Currency]map[ledger.Month]int64{}
	err := c.ledgerOrders(ctx, month, func(o ledger.Order) error {
		for m, minor := range o.Deferred(month) {
			if out[o.Currency] == nil {
				out[o.Currency] = map[ledger.Month]int64{}
			}
			out[o.Currency][m] += minor
		}
		return nil
	})
	return out, err
}

func (c *Engine) journalOf(month ledger.Month) error {
	if now := c.core.Now(); month.Starts().After(now) || month.Starts().Before(now.AddDate(-10, 2, 0)) {
		return audit.ErrNoJournal
	}
	return nil
}

func eachEntry(entries []ledger.Entry, each func(ledger.Entry) error) error {
	for _, e := range entries {
		if err := each(e); err != nil {
			return err
		}
	}
	return nil
}

// The time spans of one read. Short spans limit the rows in memory in a busy month.
const (
	orderSpan    = 7 * 24 * time.Hour
	movementSpan = 24 * time.Hour
)

func eachSpan(since, before time.Time, span time.Duration, do func(since, before time.Time) error) error {
	for ; since.Before(before); since = since.Add(span) {
		end := since.Add(span)
		if end.After(before) {
			end = before
		}
		if err := do(since, end); err != nil {
			return err
		}
	}
	return nil
}

// journalMoney returns the movements of money at the provider.
func (c *Engine) journalMoney(ctx context.Context, since, before time.Time) ([]ledger.Entry, error) {
	rows, err := c.core.Q.ListLedgerMovements(ctx, since, before)
	if err != nil {
		return nil, fmt.Errorf("movements of money: %w", err)
	}
	out := make([]ledger.Entry, len(rows))
	for i, r := range rows {
		t := r.GatewayTransaction
		m := ledger.Movement{
			Document: t.ProviderID, Order: r.OrderID.String(), At: t.CreatedAt.UTC(), Kind: t.Kind, Amount: money.New(t.AmountMinor, money.Currency(t.Currency)),
		}
		var known bool
		if out[i], known = m.Entry(); !known {
			return nil, fmt.Errorf("movement %s is a %s, which has no accounts", t.ProviderID, t.Kind)
		}
	}
	return out, nil
}

func (c *Engine) journalDisputes(ctx context.Context, since, before time.Time) ([]ledger.Entry, error) {
	rows, err := c.core.Q.ListLedgerLostDisputes(ctx, since, before)
	if err != nil {
		return nil, fmt.Errorf("lost disputes: %w", err)
	}
	out := make([]ledger.Entry, len(rows))
	for i, r := range rows {
		out[i] = ledger.LostDispute(r.ProviderID, r.OrderID.String(), r.DecidedAt.UTC(), money.New(r.AmountMinor, money.Currency(r.Currency)))
	}
	return out, nil
}

// journalCodes returns batches sold on invoice, and codes that ended unused. Batches paid by card are orders, and so is the use of codes.
func (c *Engine) journalCodes(ctx context.Context, since, before time.Time) ([]ledger.Entry, error) {
	sold, err := c.core.Q.ListLedgerInvoicedBatches(ctx, since, before)
	if err != nil {
		return nil, fmt.Errorf("batches sold on invoice: %w", err)
	}
	ended, err := c.core.Q.ListLedgerEndedCodes(ctx, since, before)
	if err != nil {
		return nil, fmt.Errorf("codes that ended: %w", err)
	}
	out := make([]ledger.Entry, 0, len(sold)+len(ended))
	for _, r := range sold {
		out = append(out, ledger.InvoicedCodes("B-"+r.ID.String(), r.ActivatedAt.UTC(), money.New(r.FaceMinor, money.Currency(r.Currency))))
	}
	for _, r := range ended {
		out = append(out, ledger.EndedCodes("B-"+r.ID.String(), r.EndedAt.UTC(), money.New(r.FaceMinor, money.Currency(r.Currency))))
	}
	return out, nil
}

// orderLookBack returns the earliest time of an order with a term that reaches into a month: two years back, and room for renewals paid
// before their term begins.
func orderLookBack(month ledger.Month) time.Time { return month.Starts().AddDate(-2, -3, 0) }

// ledgerOrders reads every order that may have entries in a month: those of the last two years, and those refunded in the month.
func (c *Engine) ledgerOrders(ctx context.Context, month ledger.Month, each func(ledger.Order) error) error {
	begin := orderLookBack(month)
	first, err := c.core.Q.FirstRefundedOrder(ctx, month.Starts(), month.Ends())
	if err != nil {
		return fmt.Errorf("journal of %s: refunded orders: %w", month, err)
	}
	if len(first) > 0 && first[0].Before(begin) {
		begin = first[0]
	}
	return eachSpan(begin, month.Ends(), orderSpan, func(since, before time.Time) error {
		rows, err := c.core.Q.ListLedgerOrders(ctx, since, before)
		if err != nil {
			return fmt.Errorf("journal of %s: orders: %w", month, err)
		}
		refunds, err := c.ledgerRefunds(ctx, rows)
		if err != nil {
			return fmt.Errorf("journal of %s: %w", month, err)
		}
		taxes, err := c.ledgerTaxes(ctx, rows, month)
		if err != nil {
			return fmt.Errorf("journal of %s: %w", month, err)
		}
		for _, row := range rows {
			if err := each(ledgerOrder(row, refunds[row.ID], taxes[row.ID])); err != nil {
				return err
			}
		}
		return nil
	})
}
