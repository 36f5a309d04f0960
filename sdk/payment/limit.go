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
)

// The scopes of the limits on paying.
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

// Declines are the counts of declined payments that [Client.ClosedBy] decides on.
type Declines struct {
	now              time.Time
	session, address *db.PeekEventsRow // nil where there were none
	all              db.CountDeclinesRow
}

// ReadDeclines queues the statements that count the declines of a session, of an address and of all payments. The result
// is filled when the batch is sent.
func (c *Client) ReadDeclines(b *db.Batch, subject, clientAddr string) *Declines {
	p, d := c.config, &Declines{now: c.core.Now()}
	peek := func(into **db.PeekEventsRow, scope core.LimitScope, count int, subject string) {
		if count >= 0 && subject != "" {
			b.PeekEvents(into, string(scope), c.core.LimitSubject(scope, []string{subject}), d.now)
		}
	}
	peek(&d.session, limitDeclines, p.DeclineLimit, subject)
	peek(&d.address, limitDeclineAddress, p.AddressDeclineLimit, clientAddr)
	if p.DeclineSharePercent >= 0 {
		b.CountDeclines(&d.all, d.now.Add(-p.DeclineShareWindow))
	}
	return d
}

// ClosedBy returns [Closed] if there were too many declines, else nil.
func (c *Client) ClosedBy(d *Declines) error {
	p := c.config
	for _, window := range []struct {
		read  *db.PeekEventsRow
		count int
	}{{d.session, p.DeclineLimit}, {d.address, p.AddressDeclineLimit}} {
		if window.read == nil {
			continue
		}
		err := core.EventWindow{Count: &window.read.Count, EndsAt: &window.read.EndsAt}.MayAdd(caller.Limit{Count: window.count, Per: p.DeclineWindow}, d.now)
		var tooMany *fault.Fault
		if errors.As(err, &tooMany) {
			return paymentClosedFor(tooMany.RetryAfter)
		}
	}
	rate := c.declineRateOf(d.all)
	if !rate.Closed {
		return nil
	}
	if now, last := d.now.Unix(), c.declineAlarm.Load(); now-last >= 60 && c.declineAlarm.CompareAndSwap(last, now) {
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
	row, err := q.CountDeclines(ctx, c.core.Now().Add(-p.DeclineShareWindow))
	if err != nil {
		return DeclineRate{}, fmt.Errorf("decline rate: %w", err)
	}
	return c.declineRateOf(row), nil
}

func (c *Client) declineRateOf(row db.CountDeclinesRow) DeclineRate {
	p := c.config
	r := DeclineRate{Declined: int(row.Declined), Decided: int(row.Decided)}
	r.Closed = p.DeclineSharePercent >= 0 && r.Decided >= p.DeclineShareOf && 100*r.Declined > p.DeclineSharePercent*r.Decided
	return r
}

// CountDecline counts a decline against the session that it happened in.
func (c *Client) CountDecline(ctx context.Context, q *db.Queries, subject string) error {
	return c.countRefused(ctx, q, limitDeclines, c.config.DeclineLimit, subject)
}

// CountAddressDecline counts a decline against the address that it was tried from.
func (c *Client) CountAddressDecline(ctx context.Context, clientAddr string) error {
	return c.countRefused(ctx, c.core.Q, limitDeclineAddress, c.config.AddressDeclineLimit, clientAddr)
}

func (c *Client) countRefused(ctx context.Context, q *db.Queries, scope core.LimitScope, count int, subject string) error {
	_, err := c.core.CountEvent(ctx, q, scope, caller.Limit{Count: count, Per: c.config.DeclineWindow}, subject)
	if errors.Is(err, fault.TooManyTries) {
		return nil
	}
	return err
}
