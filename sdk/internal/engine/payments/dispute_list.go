package payments

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
)

func disputeOf(d db.Dispute) payment.Dispute {
	out := payment.Dispute{
		ID: d.ProviderID, AttemptID: d.AttemptID.String(), Kind: gateway.DisputeKind(d.Kind), State: gateway.DisputeState(d.State),
		Amount: money.New(d.AmountMinor, money.Currency(d.Currency)).Decimal(), Currency: d.Currency, Reason: pg.OrEmpty(d.ReasonCode), OpenedAt: d.OpenedAt.UTC(),
	}
	if d.EvidenceDueAt != nil {
		out.ReplyBy = pg.Ptr(d.EvidenceDueAt.UTC())
	}
	if d.DecidedAt != nil {
		out.DecidedAt = pg.Ptr(d.DecidedAt.UTC())
	}
	return out
}

// Disputes implements [payment.Client].
func (c *Engine) Disputes(ctx context.Context, f payment.DisputeFilter) ([]payment.Dispute, error) {
	limit := core.Listed(f.Limit, core.MostListed)
	rows, err := c.core.Q.ListOpenDisputes(ctx, limit)
	if err != nil {
		return nil, fmt.Errorf("open disputes: %w", err)
	}
	if !f.Open {
		decided, err := c.core.Q.ListDecidedDisputes(ctx, limit-int32(len(rows))) //nolint:gosec // at most the limit
		if err != nil {
			return nil, fmt.Errorf("decided disputes: %w", err)
		}
		for _, row := range decided {
			rows = append(rows, db.ListOpenDisputesRow(row))
		}
	}
	out := make([]payment.Dispute, len(rows))
	for i, row := range rows {
		out[i] = disputeOf(row.Dispute)
		out[i].OrderID = row.OrderID.String()
	}
	return out, nil
}

// disputesOf returns the disputes of one attempt, oldest first.
func (c *Engine) disputesOf(ctx context.Context, a db.PaymentAttempt) ([]payment.Dispute, error) {
	rows, err := c.core.Q.ListAttemptDisputes(ctx, a.ID)
	if err != nil {
		return nil, fmt.Errorf("disputes of attempt: %w", err)
	}
	out := make([]payment.Dispute, len(rows))
	for i, row := range rows {
		out[i] = disputeOf(row)
	}
	return out, nil
}

// refundsOf returns the refunds of one attempt, oldest first.
func (c *Engine) refundsOf(ctx context.Context, a db.PaymentAttempt) ([]payment.Refund, error) {
	rows, err := c.core.Q.ListRefunds(ctx, a.ID)
	if err != nil {
		return nil, fmt.Errorf("refunds of attempt: %w", err)
	}
	out := make([]payment.Refund, len(rows))
	for i, row := range rows {
		out[i] = refundOf(row)
	}
	return out, nil
}
