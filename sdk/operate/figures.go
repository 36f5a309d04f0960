package operate

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/payment"
)

// figuresPeriod is how far back figures of what happened reach.
const figuresPeriod = 24 * time.Hour

// What figures call due and late.
const (
	evidenceDue    = 3 * 24 * time.Hour
	settlementLate = 2 * 24 * time.Hour
	settlementSlow = 7 * 24 * time.Hour
)

// Figures are what the database says of how things stand: the same whichever process asks.
type Figures struct {
	// Attempts counts payment attempts by state: those that somebody still has to work on, and of the
	// settled ones those of the last 24 hours.
	Attempts map[payment.AttemptState]int
	// OldestUnknown is how long the oldest payment with an unknown outcome has been one; 0 where there is none.
	OldestUnknown time.Duration
	// Guard is how the payments guard stands, with the declines that it counts.
	Guard payment.Guard
	// Money is what waits for an operator, or went wrong, after the capture.
	Money MoneyMatters
	// Audit is what the last daily audit of payments found.
	Audit LastAudit
	// Refused counts the professionals who are suspended because people whom they invited don't know them, and whom no operator has looked at.
	Refused int
	// Funnel counts the sign-ups (not the invitations) of the last 24 hours that reached each step.
	Funnel map[FunnelStep]int
}

// LastAudit is how many differences between database and provider the last daily audit found, and how long ago: before the first, since the
// database was migrated to where audits are noted.
type LastAudit struct {
	Differences int
	Age         time.Duration
}

// MoneyMatters counts what a person has to see to after the capture.
type MoneyMatters struct {
	DisputesOpen        int // chargebacks and second rounds that aren't decided
	InquiriesOpen       int
	DisputesDue         int // of both, those whose evidence is due within three days
	SettlementsDeclined int // of the last 24 hours
	SettlementsSlow     int // payments that were captured more than a week ago, and still aren't settled
	SettlementsLate     int // payments that no sweep has asked about for two days longer than it should
}

// Figures reads how payments and sign-ups stand, by index.
func (c *Client) Figures(ctx context.Context) (*Figures, error) {
	now := c.core.Now()
	rows, err := c.core.Q.CountAttempts(ctx, now.Add(-figuresPeriod))
	if err != nil {
		return nil, fmt.Errorf("figures: attempts: %w", err)
	}
	f := &Figures{Attempts: make(map[payment.AttemptState]int, len(payment.AttemptStates)), Funnel: make(map[FunnelStep]int, len(FunnelSteps))}
	for _, state := range payment.AttemptStates {
		f.Attempts[state] = 0
	}
	for _, row := range rows {
		f.Attempts[payment.AttemptState(row.State)] = int(row.Attempts)
		if payment.AttemptState(row.State).Open() {
			f.OldestUnknown = max(f.OldestUnknown, now.Sub(row.Oldest))
		}
	}
	money, err := c.core.Q.CountMoneyMatters(ctx, db.CountMoneyMattersParams{
		Due: now.Add(evidenceDue), Since: now.Add(-figuresPeriod), Late: now.Add(-settlementLate), Soon: now.Add(figuresPeriod), Slow: now.Add(-settlementSlow),
	})
	if err != nil {
		return nil, fmt.Errorf("figures: after the capture: %w", err)
	}
	f.Money = MoneyMatters{
		DisputesOpen: int(money.DisputesOpen), InquiriesOpen: int(money.InquiriesOpen), DisputesDue: int(money.DisputesDue),
		SettlementsDeclined: int(money.SettlementsDeclined), SettlementsLate: int(money.SettlementsLate), SettlementsSlow: int(money.SettlementsSlow),
	}
	audit, err := c.core.Q.GetLastPaymentAudit(ctx)
	if err != nil {
		return nil, fmt.Errorf("figures: last audit: %w", err)
	}
	f.Audit = LastAudit{Differences: int(audit.Differences), Age: max(0, now.Sub(audit.At))}
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
