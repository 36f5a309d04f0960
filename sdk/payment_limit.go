package sdk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// The scopes of the limits on paying.
const (
	limitPayments       limitScope = "payment"
	limitDeclines       limitScope = "decline"         // of a session
	limitDeclineAddress limitScope = "decline_address" // of a client address
)

// paymentClosed refuses to try a card where too many were declined: in this session, from this address, or
// of all payments. Thieves try stolen cards by the thousand, wherever a card is charged.
func (c *Client) paymentClosed(ctx context.Context, subject, clientAddr string) error {
	reads := &db.Batch{}
	declines := c.readDeclines(reads, subject, clientAddr)
	if err := sendBatch(ctx, c.cfg.Pool, reads); err != nil {
		return fmt.Errorf("declines: %w", err)
	}
	return c.closedBy(declines)
}

// declines is what paymentClosed is decided on.
type declines struct {
	now              time.Time
	session, address *db.PeekEventsRow // nil where there were none
	all              db.CountDeclinesRow
}

// readDeclines queues the statements that read it.
func (c *Client) readDeclines(b *db.Batch, subject, clientAddr string) *declines {
	p, d := c.cfg.Payment, &declines{now: c.now()}
	peek := func(into **db.PeekEventsRow, scope limitScope, count int, subject string) {
		if count >= 0 && subject != "" {
			b.PeekEvents(into, string(scope), c.limitSubject(scope, []string{subject}), d.now)
		}
	}
	peek(&d.session, limitDeclines, p.DeclineLimit, subject)
	peek(&d.address, limitDeclineAddress, p.AddressDeclineLimit, clientAddr)
	if p.DeclineSharePercent >= 0 {
		b.CountDeclines(&d.all, d.now.Add(-p.DeclineShareWindow))
	}
	return d
}

// closedBy is [PaymentClosed] where there were too many.
func (c *Client) closedBy(d *declines) error {
	p := c.cfg.Payment
	for _, window := range []struct {
		read  *db.PeekEventsRow
		count int
	}{{d.session, p.DeclineLimit}, {d.address, p.AddressDeclineLimit}} {
		if window.read == nil {
			continue
		}
		err := eventWindow{&window.read.Count, &window.read.EndsAt}.mayAdd(Limit{Count: window.count, Per: p.DeclineWindow}, d.now)
		var tooMany *Fault
		if errors.As(err, &tooMany) {
			return paymentClosedFor(tooMany.RetryAfter)
		}
	}
	rate := c.declineRateOf(d.all)
	if !rate.Closed {
		return nil
	}
	if now, last := d.now.Unix(), c.declineAlarm.Load(); now-last >= 60 && c.declineAlarm.CompareAndSwap(last, now) {
		c.cfg.Log.Error("payments are closed: too many are declined", "declined", rate.Declined, "decided", rate.Decided, "window", p.DeclineShareWindow)
	}
	return paymentClosedFor(time.Minute)
}

func paymentClosedFor(d time.Duration) *Fault {
	closed := *PaymentClosed
	closed.RetryAfter = d
	return &closed
}

// DeclineRate is how many of the payments of the last while were declined, of all sign-ups and purchases.
type DeclineRate struct {
	Declined, Decided int
	Closed            bool // so many that nobody may pay for the moment
}

// declineRate counts; renewals aren't anybody's tries.
func (c *Client) declineRate(ctx context.Context, q *db.Queries) (DeclineRate, error) {
	p := c.cfg.Payment
	if p.DeclineSharePercent < 0 {
		return DeclineRate{}, nil
	}
	row, err := q.CountDeclines(ctx, c.now().Add(-p.DeclineShareWindow))
	if err != nil {
		return DeclineRate{}, fmt.Errorf("decline rate: %w", err)
	}
	return c.declineRateOf(row), nil
}

func (c *Client) declineRateOf(row db.CountDeclinesRow) DeclineRate {
	p := c.cfg.Payment
	r := DeclineRate{Declined: int(row.Declined), Decided: int(row.Decided)}
	r.Closed = p.DeclineSharePercent >= 0 && r.Decided >= p.DeclineShareOf && 100*r.Declined > p.DeclineSharePercent*r.Decided
	return r
}

// countDecline counts a decline against the session that it happened in.
func (c *Client) countDecline(ctx context.Context, q *db.Queries, subject string) error {
	return c.countRefused(ctx, q, limitDeclines, c.cfg.Payment.DeclineLimit, subject)
}

// countAddressDecline counts a decline against the address that it was tried from.
func (c *Client) countAddressDecline(ctx context.Context, clientAddr string) error {
	return c.countRefused(ctx, c.q, limitDeclineAddress, c.cfg.Payment.AddressDeclineLimit, clientAddr)
}

func (c *Client) countRefused(ctx context.Context, q *db.Queries, scope limitScope, count int, subject string) error {
	_, err := c.countEvent(ctx, q, scope, Limit{Count: count, Per: c.cfg.Payment.DeclineWindow}, subject)
	if errors.Is(err, TooManyTries) {
		return nil
	}
	return err
}
