package operations

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/payment"
)

// figuresPeriod is the period of the figures that count events.
const figuresPeriod = 24 * time.Hour

// The figures' limits for due and late.
const (
	evidenceDue    = 3 * 24 * time.Hour
	settlementLate = 2 * 24 * time.Hour
	settlementSlow = 7 * 24 * time.Hour
)

// Figures implements [operate.Client].
func (c *Engine) Figures(ctx context.Context) (*operate.Figures, error) {
	now := c.core.Now()
	rows, err := c.core.Q.CountAttempts(ctx, now.Add(-figuresPeriod))
	if err != nil {
		return nil, fmt.Errorf("figures: attempts: %w", err)
	}
	f := &operate.Figures{Attempts: make(map[payment.AttemptState]int, len(payment.AttemptStates)), Funnel: make(map[operate.FunnelStep]int, len(FunnelSteps))}
	for _, state := range payment.AttemptStates {
		f.Attempts[state] = 0
	}
	for _, row := range rows {
		f.Attempts[payment.AttemptState(row.State)] = int(row.Attempts)
		if payments.IsOpen(payment.AttemptState(row.State)) {
			f.OldestUnknown = max(f.OldestUnknown, now.Sub(row.Oldest))
		}
	}
	money, err := c.core.Q.CountMoneyMatters(ctx, db.CountMoneyMattersParams{
		Due: now.Add(evidenceDue), Since: now.Add(-figuresPeriod), Late: now.Add(-settlementLate), Soon: now.Add(figuresPeriod), Slow: now.Add(-settlementSlow),
	})
	if err != nil {
		return nil, fmt.Errorf("figures: after the capture: %w", err)
	}
	f.Money = operate.MoneyMatters{
		DisputesOpen: int(money.DisputesOpen), InquiriesOpen: int(money.InquiriesOpen), DisputesDue: int(money.DisputesDue),
		SettlementsDeclined: int(money.SettlementsDeclined), SettlementsLate: int(money.SettlementsLate), SettlementsSlow: int(money.SettlementsSlow),
	}
	audit, err := c.core.Q.GetLastPaymentAudit(ctx)
	if err != nil {
		return nil, fmt.Errorf("figures: last audit: %w", err)
	}
	f.Audit = operate.LastAudit{Differences: int(audit.Differences), Age: max(0, now.Sub(audit.At))}
	refused, err := c.core.Q.CountProfessionalsToReview(ctx)
	if err != nil {
		return nil, fmt.Errorf("figures: refused professionals: %w", err)
	}
	f.Refused = int(refused)
	if f.Guard, err = c.payment.Guard(ctx, c.core.Q); err != nil {
		return nil, err
	}
	funnel, err := c.Funnel(ctx, now.Add(-figuresPeriod), now.Add(time.Minute))
	if err != nil {
		return nil, err
	}
	for _, step := range FunnelSteps {
		f.Funnel[step] = 0
	}
	for _, group := range funnel.Groups {
		if group.Flow == "signup" && group.By == funnelAll {
			for _, s := range group.Steps {
				f.Funnel[s.Step] = s.Reached
			}
		}
	}
	return f, nil
}
