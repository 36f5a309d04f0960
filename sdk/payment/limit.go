package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
)

// The scopes of the limits on paying. CountDeclines in payment.sql names the last two.
const (
	LimitPayments       core.LimitScope = "payment"
	limitDeclines       core.LimitScope = "decline"         // of a session
	limitDeclineAddress core.LimitScope = "decline_address" // of a client address
)

// PaymentClosed refuses to try a card where too many were declined: in this session, from this address, or
// of all payments. Thieves try stolen cards by the thousand, wherever a card is charged.
func (c *Client) PaymentClosed(ctx context.Context, subject, clientAddr string) error {
	reads := &db.Batch{}
	declines := c.ReadDeclines(reads, subject, clientAddr)
	if err := pg.SendBatch(ctx, c.core.Pool, reads); err != nil {
		return fmt.Errorf("declines: %w", err)
	}
	return c.ClosedBy(declines)
}

// ReadDeclines queues the statement that counts the declines of a session, of an address and of all payments, for [Client.ClosedBy]. The
// result is filled when the batch is sent.
func (c *Client) ReadDeclines(b *db.Batch, subject, clientAddr string) *db.CountDeclinesRow {
	d := &db.CountDeclinesRow{}
	session, address := c.core.LimitSubject(limitDeclines, []string{subject}), c.core.LimitSubject(limitDeclineAddress, []string{clientAddr})
	b.CountDeclines(d, c.declinesSince(c.core.Now()), session, address)
	return d
}

// ClosedBy returns [Closed] if there were too many declines, else nil.
func (c *Client) ClosedBy(d *db.CountDeclinesRow) error {
	p, now := c.config, c.core.Now()
	for _, declines := range []struct {
		window core.EventWindow
		most   int
	}{
		{core.EventWindow{Count: d.OfSession, EndsAt: d.SessionUntil}, p.DeclineLimit},
		{core.EventWindow{Count: d.OfAddress, EndsAt: d.AddressUntil}, p.AddressDeclineLimit},
	} {
		err := declines.window.MayAdd(caller.Limit{Count: declines.most, Per: p.DeclineWindow}, now)
		var tooMany *fault.Fault
		if errors.As(err, &tooMany) {
			return paymentClosedFor(tooMany.RetryAfter)
		}
	}
	rate := p.declineRateOf(*d)
	if !rate.Closed {
		return nil
	}
	if now, last := now.Unix(), c.declineAlarm.Load(); now-last >= 60 && c.declineAlarm.CompareAndSwap(last, now) {
		c.core.Log.Error("payments are closed: too many are declined", "declined", rate.Declined, "decided", rate.Decided, "window", p.DeclineShareWindow)
	}
	return paymentClosedFor(time.Minute)
}

func paymentClosedFor(d time.Duration) *fault.Fault {
	closed := *Closed
	closed.RetryAfter = d
	return &closed
}

// DeclineRate is how many of the payments of the last while were declined, of all sign-ups and purchases.
type DeclineRate struct {
	Declined, Decided int
	Closed            bool // so many that nobody may pay for the moment
}

// DeclineRate counts; renewals aren't anybody's tries.
func (c *Client) DeclineRate(ctx context.Context, q *db.Queries) (DeclineRate, error) {
	p := c.config
	if p.DeclineSharePercent < 0 {
		return DeclineRate{}, nil
	}
	row, err := q.CountDeclines(ctx, c.declinesSince(c.core.Now()), nil, nil) // of nobody in particular
	if err != nil {
		return DeclineRate{}, fmt.Errorf("decline rate: %w", err)
	}
	return c.config.declineRateOf(row), nil
}

// declineMinute is how payments are counted together: by the minute in which they were begun.
const declineMinute = time.Minute

// declinesSince is the first minute that counts: the one in which the window begins.
func (c *Client) declinesSince(now time.Time) time.Time {
	return now.Add(-c.config.DeclineShareWindow).Truncate(declineMinute)
}

// count notes what a move between two states changes in the counts of payments and declines.
func (h *HeldOutcome) count(from, to AttemptState) {
	h.decided += one(attemptRules[to].decided) - one(attemptRules[from].decided)
	h.declined += one(to == AttemptDeclined) - one(from == AttemptDeclined)
}

func one(is bool) int32 {
	if is {
		return 1
	}
	return 0
}

// declineSlots is how many rows share the counts of a minute.
const declineSlots = 8

// countDecided writes what the transaction has decided into the counts that [Client.ReadDeclines] reads: constant work, however
// many payments there are.
func (c *Client) countDecided(ctx context.Context, q *db.Queries, held *HeldOutcome) error {
	if held.decided == 0 || held.Order.Purpose == order.PurposeRenewal { // a renewal is nobody's try
		return nil
	}
	slot := int16(int(held.ID[len(held.ID)-1]) % declineSlots) //nolint:gosec // less than declineSlots
	if err := q.CountDecided(ctx, held.CreatedAt.Truncate(declineMinute), slot, held.decided, held.declined); err != nil {
		return fmt.Errorf("count decided payment: %w", err)
	}
	return nil
}

func (c Config) declineRateOf(row db.CountDeclinesRow) DeclineRate {
	r := DeclineRate{Declined: int(row.Declined), Decided: int(row.Decided)}
	r.Closed = c.DeclineSharePercent >= 0 && r.Decided >= c.DeclineShareOf && 100*r.Declined > c.DeclineSharePercent*r.Decided
	return r
}

// Tried is who tried to pay: declines are counted against them. The zero value is nobody, as for a renewal.
type Tried struct {
	Payer       string // id of the account or professional; empty for a sign-up, against which a decline is counted as it is stored
	caller.Meta        // the address that it was tried from, and the language of the answer
}

// CountTried counts a decline against who tried to pay.
func (c *Client) CountTried(ctx context.Context, who Tried) error {
	return errors.Join(
		c.countDecline(ctx, c.core.Q, who.Payer),
		c.countRefused(ctx, c.core.Q, limitDeclineAddress, c.config.AddressDeclineLimit, who.ClientAddr),
	)
}

func (c *Client) countDecline(ctx context.Context, q *db.Queries, subject string) error {
	return c.countRefused(ctx, q, limitDeclines, c.config.DeclineLimit, subject)
}

func (c *Client) countRefused(ctx context.Context, q *db.Queries, scope core.LimitScope, count int, subject string) error {
	_, err := c.core.CountEvent(ctx, q, scope, caller.Limit{Count: count, Per: c.config.DeclineWindow}, subject)
	if errors.Is(err, fault.TooManyTries) {
		return nil
	}
	return err
}
