package subscriptions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// renewalBatch is the number of subscriptions per query.
const renewalBatch = 200

// ScheduleRenewals implements [subscription.Client].
func (c *Engine) ScheduleRenewals(ctx context.Context) error {
	now := c.core.Now()
	if _, _, err := c.closeTerms(ctx, now); err != nil {
		return err
	}
	for after := uuid.Nil; ; {
		due, err := c.core.Q.ListDueRenewals(ctx, now, after, renewalBatch)
		if err != nil {
			return fmt.Errorf("due renewals: %w", err)
		}
		err = c.core.Tx(ctx, func(tx *pg.Tx) error {
			for _, id := range due {
				after = id
				tx.Enqueue(job.RenewSubscriptionJob{SubscriptionID: id.String()}, job.Options{Unique: true})
			}
			return nil
		})
		if err != nil || len(due) < renewalBatch {
			return err
		}
	}
}

// closeTerms sends the notices that are due, and ends expired terms that don't renew.
func (c *Engine) closeTerms(ctx context.Context, at time.Time) (notices, ended int, err error) {
	if notices, err = c.sendNotices(ctx, at); err != nil {
		return notices, 0, err
	}
	if ended, err = inBatches(ctx, at, c.core.Q.EndSeats); err != nil {
		return notices, ended, fmt.Errorf("end seats: %w", err)
	}
	if _, err = inBatches(ctx, at, c.core.Q.EndSubscriptions); err != nil {
		return notices, ended, fmt.Errorf("end subscriptions: %w", err)
	}
	return notices, ended, nil
}

// inBatches repeats a statement until it finds less than a batch, and returns the total.
func inBatches(ctx context.Context, at time.Time, statement func(context.Context, time.Time, int32) (int64, error)) (total int, err error) {
	for {
		n, err := statement(ctx, at, renewalBatch)
		total += int(n)
		if err != nil || n < renewalBatch {
			return total, err
		}
	}
}

// sendNotices enqueues the mails of the notices that are due, and returns their number. For seats that renew together the payer gets one mail; for a
// seat that ends its user gets one.
func (c *Engine) sendNotices(ctx context.Context, at time.Time) (sent int, err error) {
	for i, before := range c.config.Notices {
		for {
			n, led := 0, 0
			err := c.core.Tx(ctx, func(tx *pg.Tx) error {
				ends, err := tx.ListComingEnds(ctx, at, at.Add(before), int16(i+1), renewalBatch) //nolint:gosec // a handful
				if err != nil {
					return fmt.Errorf("coming ends: %w", err)
				}
				n = len(ends)
				led, err = c.noticeAll(ctx, tx, ends, at)
				return err
			})
			if err != nil {
				return sent, err
			}
			sent += led
			if n < renewalBatch {
				break
			}
		}
	}
	return sent, nil
}

// noticeAll enqueues the mails of coming ends, and returns their number. It skips invitees who haven't joined.
func (c *Engine) noticeAll(ctx context.Context, tx *pg.Tx, ends []db.Subscription, at time.Time) (led int, err error) {
	ids, due := make([]uuid.UUID, len(ends)), map[uuid.UUID]int{}
	for i, contract := range ends {
		ids[i], due[contract.ID] = contract.ID, noticesDue(c.config, contract.EndsAt, at)
		if err := tx.SetNotices(ctx, int16(due[contract.ID]), c.core.Now(), contract.ID); err != nil { //nolint:gosec // a handful
			return 0, fmt.Errorf("notices: %w", err)
		}
	}
	rows, err := tx.ListSeats(ctx, ids)
	if err != nil {
		return 0, fmt.Errorf("coming ends: seats: %w", err)
	}
	renewing := map[uuid.UUID]bool{}
	for _, s := range seatsOf(rows) {
		of := s.Subscription.ID
		if s.SubscriptionSeat.EndedAs != nil || s.Renews() && renewing[of] || !s.Renews() && s.AccountID == nil {
			continue
		}
		renewing[of] = renewing[of] || s.Renews()
		led++
		task := email.SubscriptionJob{SubscriptionID: s.ID().String(), Mail: email.RenewalNotice, Notice: due[of], TermEnd: string(orders.EndsOn(s.SubscriptionTerm))}
		tx.Enqueue(task, job.Options{})
	}
	return led, nil
}

// RunRenewals implements [subscription.Client].
func (c *Engine) RunRenewals(ctx context.Context, run subscription.RenewalRun) (*subscription.RenewalReport, error) {
	now := c.core.Now()
	if run.At.IsZero() {
		run.At = now
	}
	if run.At.After(now) && !run.DryRun && !c.payment.Config().ReusableNonces {
		return nil, subscription.RenewalsEarly
	}
	report := &subscription.RenewalReport{At: run.At.UTC(), DryRun: run.DryRun, Lines: []subscription.RenewalLine{}}
	if !run.DryRun {
		var err error
		if report.Notices, report.Ended, err = c.closeTerms(ctx, run.At); err != nil {
			return report, err
		}
	}
	for after := uuid.Nil; ; {
		due, err := c.core.Q.ListDueRenewals(ctx, run.At, after, renewalBatch)
		if err != nil {
			return report, fmt.Errorf("due renewals: %w", err)
		}
		for _, id := range due {
			if ctx.Err() != nil {
				return report, ctx.Err()
			}
			after = id
			line, err := c.planRenewal(ctx, id)
			if err == nil && !run.DryRun {
				line.Outcome, err = c.renew(ctx, id, run.At)
			}
			if err != nil {
				c.core.Log.Error("renewal failed", "subscription", id, "error", err)
				line.Problem = err.Error()
			}
			report.Lines = append(report.Lines, line)
		}
		if len(due) < renewalBatch {
			return report, nil
		}
	}
}

// planRenewal prices a due renewal. It writes nothing.
func (c *Engine) planRenewal(ctx context.Context, id uuid.UUID) (subscription.RenewalLine, error) {
	s, err := SeatOf(ctx, c.core.Q, id)
	if err != nil {
		return subscription.RenewalLine{SubscriptionID: id.String(), Outcome: subscription.RenewalFailed}, fmt.Errorf("renewal: seat: %w", err)
	}
	line := subscription.RenewalLine{
		SubscriptionID: id.String(), PackageName: s.SubscriptionTerm.PackageName, TermEnded: s.Subscription.EndsAt.UTC(), Try: int(s.Subscription.Tries) + 1,
		Currency: s.Subscription.Currency, Outcome: subscription.RenewalFailed,
	}
	bought, err := orders.Get(ctx, c.core.Q, s.SubscriptionTerm.OrderID)
	if err != nil {
		return line, fmt.Errorf("renewal: order: %w", err)
	}
	all, err := SeatsOf(ctx, c.core.Q, s.Subscription.ID)
	if err != nil {
		return line, fmt.Errorf("renewal: %w", err)
	}
	seats := Renewing(all)
	if len(seats) == 0 {
		return line, errors.New("it was cancelled just now")
	}
	rates, err := c.renewalRates(ctx, bought)
	if err != nil {
		return line, err
	}
	price, _, err := c.priceRenewal(ctx, bought, seats, rates)
	if err != nil {
		return line, err
	}
	line.Seats, line.Outcome = len(seats), subscription.RenewalPlanned
	line.Renewal, line.Tax, line.Total = price.Priced.SubTotal.Decimal(), price.Priced.TaxAmount.Decimal(), price.Priced.Total.Decimal()
	return line, nil
}
