package payments

import (
	"context"
	"fmt"
	"slices"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
)

// newCredits returns the refunds of a sale that the database lacks: they were made in the provider's control panel, or their response was lost. It
// omits those that give nothing back.
func (c *Engine) newCredits(ctx context.Context, a db.PaymentAttempt, t gateway.Transaction) ([]gateway.Transaction, error) {
	if len(t.RefundIDs) == 0 {
		return nil, nil
	}
	rows, err := c.core.Q.ListRefunds(ctx, a.ID)
	if err != nil {
		return nil, fmt.Errorf("refunds: %w", err)
	}
	var out []gateway.Transaction
	for _, id := range t.RefundIDs {
		if knownCredit(rows, id) {
			continue
		}
		call, cancel := c.GatewayContext(ctx)
		credit, err := c.core.Gateway.Find(call, id)
		cancel()
		if err != nil {
			return nil, fmt.Errorf("refund %s: %w", id, err)
		}
		if gives := !credit.Status.Refused() && credit.Status != gateway.Voided && credit.Status != gateway.SettlementDeclined; credit.Credit && gives {
			out = append(out, credit)
		}
	}
	return out, nil
}

func knownCredit(rows []db.Refund, id string) bool {
	return slices.ContainsFunc(rows, func(r db.Refund) bool { return pg.OrEmpty(r.ProviderID) == id })
}

// voidedThere returns true if a capture was voided in the provider's control panel before it was settled.
func voidedThere(state payment.AttemptState, t gateway.Transaction) bool {
	return state == payment.AttemptCaptured && t.Status == gateway.Voided
}

// takeOverRefunds stores refunds that were made without this service: credits, or a void of the whole. It returns their number.
func (c *Engine) takeOverRefunds(ctx context.Context, tx *pg.Tx, held *HeldOutcome, t gateway.Transaction, credits []gateway.Transaction) (taken int, err error) {
	if voidedThere(StateOf(held.PaymentAttempt), t) {
		credits = []gateway.Transaction{t}
	}
	for _, back := range credits {
		rows, err := tx.ListRefunds(ctx, held.ID) // the refund before may have changed them
		if err != nil {
			return taken, fmt.Errorf("refunds: %w", err)
		}
		if back.Credit && knownCredit(rows, back.ID) {
			continue
		}
		row, fits := refundFound(held, rows, back)
		if !fits {
			c.core.Log.Error("refunds at the provider exceed the payment", "attempt", held.ID, "refund", back.ID)
			continue
		}
		if err := c.refunded(ctx, tx, held, row, back); err != nil {
			return taken, err
		}
		c.core.Log.Warn("refund recorded from the provider", "attempt", held.ID, "refund", back.ID, "origin", row.Origin)
		taken++
	}
	return taken, nil
}

// refundFound returns the row of a refund that was found: the one of the same amount with a lost response, or a new one of the control panel. It
// returns false if more would be given back than was paid.
func refundFound(held *HeldOutcome, rows []db.Refund, back gateway.Transaction) (db.Refund, bool) {
	done := int64(0)
	for _, r := range rows {
		if open := r.State == refundSent || r.State == refundUnknown; open && r.AmountMinor == back.Amount.Minor {
			return r, true
		}
		if r.State == refundDone {
			done += r.AmountMinor
		}
	}
	row := db.Refund{
		ID: pg.NewID(), OrderID: held.OrderID, AttemptID: held.ID, AmountMinor: back.Amount.Minor, Currency: held.Currency, Origin: originPanel,
	}
	if row.AmountMinor > held.AmountMinor-done {
		return row, false
	}
	row.TaxMinor = taxPart(held.Order, done, row.AmountMinor)
	return row, true
}

// endRefundedBefore moves an attempt that was fully refunded during a dispute: until the dispute ended, it couldn't become refunded. A won dispute
// brings back the disputed money, but no refunds.
func (c *Engine) endRefundedBefore(ctx context.Context, tx *pg.Tx, held *HeldOutcome) error {
	if !nothingLeft(held) {
		return nil
	}
	rows, err := tx.ListRefunds(ctx, held.ID)
	if err != nil {
		return fmt.Errorf("refunds: %w", err)
	}
	var last db.Refund
	for _, r := range rows {
		if r.State == refundDone && (last.DoneAt == nil || r.DoneAt != nil && !r.DoneAt.Before(*last.DoneAt)) {
			last = r
		}
	}
	return c.endRefunded(ctx, tx, held, last)
}
