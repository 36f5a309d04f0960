package subscription

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/mailer"
	"github.com/cojoin/cojoin/sdk/order"
)

// renewalBatch is how many subscriptions are read in one query.
const renewalBatch = 200

// ScheduleRenewals does what [job.RenewalJob] says. It may run any number of times, beside others.
func (c *Client) ScheduleRenewals(ctx context.Context) error {
	now := c.core.Now()
	if _, _, err := c.closeTerms(ctx, now); err != nil {
		return err
	}
	for after := uuid.Nil; ; {
		due, err := c.core.Q.ListDueRenewals(ctx, now, after, renewalBatch)
		if err != nil {
			return fmt.Errorf("due renewals: %w", err)
		}
		err = c.core.Tx(ctx, func(_ *db.Queries, tx pgx.Tx) error {
			for _, s := range due {
				after = s.ID
				if err := c.core.Enqueue(ctx, tx, job.RenewSubscriptionJob{SubscriptionID: s.ID.String()}, job.Options{Unique: true}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || len(due) < renewalBatch {
			return err
		}
	}
}

// closeTerms sends the notices of terms that end soon, and ends those that are over and don't renew.
func (c *Client) closeTerms(ctx context.Context, at time.Time) (notices, ended int, err error) {
	if notices, err = c.sendNotices(ctx, at); err != nil {
		return notices, 0, err
	}
	for {
		n, err := c.core.Q.EndSubscriptions(ctx, at, renewalBatch)
		if err != nil {
			return notices, ended, fmt.Errorf("end subscriptions: %w", err)
		}
		ended += int(n)
		if n < renewalBatch {
			return notices, ended, nil
		}
	}
}

// sendNotices leaves the mails of the notices that are due, and says how many. Of seats that renew together
// only the payer is told, once; whose seat ends is told so.
func (c *Client) sendNotices(ctx context.Context, at time.Time) (sent int, err error) {
	for i, before := range c.config.Notices {
		for {
			n := 0
			err := c.core.Tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
				rows, err := q.ListComingEnds(ctx, at, at.Add(before), int16(i+1), renewalBatch) //nolint:gosec // a handful
				if err != nil {
					return fmt.Errorf("coming ends: %w", err)
				}
				n = len(rows)
				for _, r := range rows {
					s := r.Subscription
					due := c.config.noticesDue(s.EndsAt, at)
					if err := q.SetNotices(ctx, int16(due), c.core.Now(), s.ID); err != nil { //nolint:gosec // a handful
						return fmt.Errorf("notices: %w", err)
					}
					if !r.Leads {
						continue
					}
					sent++
					task := job.SubscriptionMailJob{SubscriptionID: s.ID.String(), Mail: mailer.MailRenewalNotice, Notice: due, TermEnd: order.TermDay(s.EndsAt)}
					if err := c.core.Enqueue(ctx, tx, task, job.Options{}); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				return sent, err
			}
			if n < renewalBatch {
				break
			}
		}
	}
	return sent, nil
}

// RenewalRun is what an operator asks for.
type RenewalRun struct {
	At     time.Time // what is due by then; the zero time means now
	DryRun bool      // say what would be charged, and change nothing
}

// RenewalLine is one subscription of a run, with the seats that renew with it.
type RenewalLine struct {
	SubscriptionID string         `json:"subscriptionId"`
	PackageName    string         `json:"packageName"`
	Seats          int            `json:"seats"`
	TermEnded      time.Time      `json:"termEnded"`
	Try            int            `json:"try" doc:"From 1"`
	Renewal        string         `json:"renewal" doc:"Decimal, before added tax"`
	Tax            string         `json:"tax" doc:"Decimal"`
	Total          string         `json:"total" doc:"Decimal"`
	Currency       string         `json:"currency"`
	Outcome        RenewalOutcome `json:"outcome"`
	Problem        string         `json:"problem,omitempty" doc:"Why it failed"`
}

// RenewalReport is what a run did.
type RenewalReport struct {
	At      time.Time     `json:"at"`
	DryRun  bool          `json:"dryRun"`
	Notices int           `json:"notices" doc:"Mails about the end of a term"`
	Ended   int           `json:"ended" doc:"Terms that are over and don't renew"`
	Lines   []RenewalLine `json:"renewals"`
}

// RenewalsEarly is the fault of charging renewals before their day.
var RenewalsEarly = fault.New(fault.Invalid, "renewals_early", nil)

// RunRenewals does immediately what the periodic job does with jobs, on behalf of an operator, and returns the result
// of each. It goes on after one that failed. Only a dry run may look ahead of today, or any run against the sandbox.
// Fault: [RenewalsEarly].
func (c *Client) RunRenewals(ctx context.Context, run RenewalRun) (*RenewalReport, error) {
	now := c.core.Now()
	if run.At.IsZero() {
		run.At = now
	}
	if run.At.After(now) && !run.DryRun && !c.payment.Config().ReusableNonces {
		return nil, RenewalsEarly
	}
	report := &RenewalReport{At: run.At.UTC(), DryRun: run.DryRun, Lines: []RenewalLine{}}
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
		for _, s := range due {
			if ctx.Err() != nil {
				return report, ctx.Err()
			}
			after = s.ID
			line, err := c.planRenewal(ctx, s)
			if err == nil && !run.DryRun {
				line.Outcome, err = c.renew(ctx, s.ID, run.At)
			}
			if err != nil {
				c.core.Log.Error("renewal failed", "subscription", s.ID, "error", err)
				line.Problem = err.Error()
			}
			report.Lines = append(report.Lines, line)
		}
		if len(due) < renewalBatch {
			return report, nil
		}
	}
}

// planRenewal prices a due renewal and writes nothing.
func (c *Client) planRenewal(ctx context.Context, s db.Subscription) (RenewalLine, error) {
	line := RenewalLine{
		SubscriptionID: s.ID.String(), PackageName: s.PackageName, TermEnded: s.EndsAt.UTC(), Try: int(s.RenewalTries) + 1,
		Currency: s.Currency, Outcome: RenewalFailed,
	}
	bought, err := c.core.Q.GetOrder(ctx, s.OrderID)
	if err != nil {
		return line, fmt.Errorf("renewal: order: %w", err)
	}
	all, err := c.core.Q.ListSeats(ctx, s.ID)
	if err != nil {
		return line, fmt.Errorf("renewal: seats: %w", err)
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
	line.Seats, line.Outcome = len(seats), RenewalPlanned
	line.Renewal, line.Tax, line.Total = price.Priced.SubTotal.Decimal(), price.Priced.TaxAmount.Decimal(), price.Priced.Total.Decimal()
	return line, nil
}
