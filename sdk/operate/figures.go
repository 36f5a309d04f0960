package operate

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/payment"
)

// figuresPeriod is how far back figures of what happened reach.
const figuresPeriod = 24 * time.Hour

// Figures are what the database says of how things stand: the same whichever process asks.
type Figures struct {
	// Attempts counts payment attempts by state: those that somebody still has to work on, and of the
	// settled ones those of the last 24 hours.
	Attempts map[payment.AttemptState]int
	// OldestUnknown is how long the oldest payment with an unknown outcome has been one; 0 where there is none.
	OldestUnknown time.Duration
	// Declines are those of the last quarter of an hour, and whether they close payment for all.
	Declines payment.DeclineRate
	// Funnel counts the sign-ups (not the invitations) of the last 24 hours that reached each step.
	Funnel map[FunnelStep]int
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
	if f.Declines, err = c.payment.DeclineRate(ctx, c.core.Q); err != nil {
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
