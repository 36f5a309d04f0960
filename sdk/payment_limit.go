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
func (c *Client) paymentClosed(ctx context.Context, q *db.Queries, subject, clientAddr string) error {
	for _, refuses := range c.declineLimits(ctx, subject, clientAddr) {
		if err := refuses(q); err != nil {
			return err
		}
	}
	return nil
}

// declineLimits are the parts of paymentClosed.
func (c *Client) declineLimits(ctx context.Context, subject, clientAddr string) []one {
	p := c.cfg.Payment
	limit := func(scope limitScope, count int, subject string) one {
		return func(q *db.Queries) error {
			err := c.peekEvents(ctx, q, scope, Limit{Count: count, Per: p.DeclineWindow}, subject)
			var tooMany *Fault
			if errors.As(err, &tooMany) {
				return paymentClosedFor(tooMany.RetryAfter)
			}
			return err
		}
	}
	return []one{
		limit(limitDeclines, p.DeclineLimit, subject),
		limit(limitDeclineAddress, p.AddressDeclineLimit, clientAddr),
		func(q *db.Queries) error { return c.declinesOfAll(ctx, q) },
	}
}

func (c *Client) declinesOfAll(ctx context.Context, q *db.Queries) error {
	rate, err := c.declineRate(ctx, q)
	if err != nil || !rate.Closed {
		return err
	}
	if now, last := c.now().Unix(), c.declineAlarm.Load(); now-last >= 60 && c.declineAlarm.CompareAndSwap(last, now) {
		c.cfg.Log.Error("payments are closed: too many are declined", "declined", rate.Declined, "decided", rate.Decided, "window", c.cfg.Payment.DeclineShareWindow)
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
	r := DeclineRate{Declined: int(row.Declined), Decided: int(row.Decided)}
	r.Closed = r.Decided >= p.DeclineShareOf && 100*r.Declined > p.DeclineSharePercent*r.Decided
	return r, nil
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
