package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
)

// Dispute is what a payer's bank says against a payment, as operators see it.
type Dispute struct {
	ID        string               `json:"id" doc:"The provider's"`
	AttemptID string               `json:"attemptId"`
	OrderID   string               `json:"orderId,omitempty"`
	Kind      gateway.DisputeKind  `json:"kind" enum:"inquiry,chargeback,pre_arbitration"`
	State     gateway.DisputeState `json:"state" enum:"open,evidence_sent,accepted,expired,won,lost"`
	Amount    string               `json:"amount" doc:"Decimal"`
	Currency  string               `json:"currency"`
	Reason    string               `json:"reason,omitempty" doc:"In the provider's words"`
	OpenedAt  time.Time            `json:"openedAt"`
	ReplyBy   *time.Time           `json:"replyBy,omitempty" doc:"The day until which evidence is taken"`
	DecidedAt *time.Time           `json:"decidedAt,omitempty" doc:"When this was heard"`
}

func disputeOf(d db.Dispute) Dispute {
	out := Dispute{
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

// DisputeFilter chooses disputes. The zero value is all, at most 500.
type DisputeFilter struct {
	Open  bool // not decided yet
	Limit int  // 1 to 500; 0 means 500
}

// Disputes lists disputes: the open ones first, by the day until which evidence is taken, then the others, the last decided first.
func (c *Client) Disputes(ctx context.Context, f DisputeFilter) ([]Dispute, error) {
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
	out := make([]Dispute, len(rows))
	for i, row := range rows {
		out[i] = disputeOf(row.Dispute)
		out[i].OrderID = row.OrderID.String()
	}
	return out, nil
}

// disputesOf are the disputes of one attempt, oldest first.
func (c *Client) disputesOf(ctx context.Context, a db.PaymentAttempt) ([]Dispute, error) {
	rows, err := c.core.Q.ListAttemptDisputes(ctx, a.ID)
	if err != nil {
		return nil, fmt.Errorf("disputes of attempt: %w", err)
	}
	out := make([]Dispute, len(rows))
	for i, row := range rows {
		out[i] = disputeOf(row)
	}
	return out, nil
}

// refundsOf are the refunds of one attempt, oldest first.
func (c *Client) refundsOf(ctx context.Context, a db.PaymentAttempt) ([]Refund, error) {
	rows, err := c.core.Q.ListRefunds(ctx, a.ID)
	if err != nil {
		return nil, fmt.Errorf("refunds of attempt: %w", err)
	}
	out := make([]Refund, len(rows))
	for i, row := range rows {
		out[i] = refundOf(row)
	}
	return out, nil
}
