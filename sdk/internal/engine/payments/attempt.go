package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/text"
)

// errFenceLost means that somebody else has taken the attempt over: what this process knows is too old to
// be written.
var errFenceLost = errors.New("payment attempt: the fence was lost")

// AttemptAmount returns the amount of an attempt in its currency.
func AttemptAmount(a db.PaymentAttempt) money.Amount {
	return money.New(a.AmountMinor, money.Currency(a.Currency))
}

// OpenAttempt inserts the order's next attempt in state created, leased to this process. If the lease runs out before the
// attempt is decided, [Engine.Sweep] takes it over. p holds what the order doesn't: who pays, how, and from where.
func (c *Engine) OpenAttempt(ctx context.Context, q *db.Queries, o db.Order, p db.InsertAttemptParams) (db.PaymentAttempt, error) {
	now := c.core.Now()
	lease := now.Add(c.config.Lease)
	p.ID, p.OrderID, p.Number = pg.NewID(), o.ID, o.Attempts
	p.AmountMinor, p.Currency = o.TotalMinor, o.Currency
	p.LeaseUntil, p.CheckAt, p.Now = lease, &lease, now
	a, err := q.InsertAttempt(ctx, p)
	if err != nil {
		return a, fmt.Errorf("insert payment attempt: %w", err)
	}
	return a, nil
}

// stillAs is errFenceLost where an attempt isn't in the state, or under the fence, that the caller last saw.
func stillAs(a db.PaymentAttempt, state payment.AttemptState, fence int64) error {
	if a.Fence != fence || StateOf(a) != state {
		return errFenceLost
	}
	return nil
}

// moveAttempt takes a locked attempt to the state that the event leads to, writes the event down, and
// does what the new state means for codes, subscriptions, mail and what is paid for. It changes held in place.
// From a state that isn't live nothing follows but the event: another attempt may have taken its place.
func (c *Engine) moveAttempt(ctx context.Context, tx *pg.Tx, held *HeldOutcome, event payment.AttemptEvent, detail string) error {
	a := &held.PaymentAttempt
	from := StateOf(*a)
	to, err := stepFrom(from, event)
	if err != nil {
		return err
	}
	now := c.core.Now()
	setState(a, to, now)
	switch {
	case IsFinal(to), stateAfterCapture(to), to == payment.AttemptReview: // Settle or a person moves it, if anything does
		a.CheckAt = nil
	case a.CheckAt == nil, to == payment.AttemptSuperseded, to == payment.AttemptAbsent:
		a.CheckAt = pg.Ptr(now.Add(c.config.Lease))
	}
	if !IsOpen(to) && a.DecidedAt == nil {
		a.DecidedAt = &now
		tx.AfterCommit(func() { c.core.Observer.PaymentDecided(string(to)) })
	}
	if !IsLive(to) {
		a.PayerHash = nil // another sign-up of the same payer may be paid, even while this attempt is still watched
	}
	eventID := pg.NewID()
	err = c.save(ctx, tx.Queries, held, db.SaveAttemptParams{EventID: eventID, Event: string(event), FromState: string(from), ToState: string(to), Detail: pg.Optional(detail)})
	if err != nil {
		return err
	}
	held.count(from, to)
	if !IsLive(from) {
		return nil
	}
	if err := c.followAttempt(ctx, tx, held, attemptRules[from], attemptRules[to]); err != nil {
		return err
	}
	mail := attemptRules[to].mail
	if m, own := eventMails[event]; own {
		mail = m
	}
	if held.PaysAgain && to == payment.AttemptCaptured {
		mail = email.PaymentRecovered
	}
	if mail == "" || mail == email.Receipt || mail == email.Refund { // those leave with the order, and with the refund
		return nil
	}
	tx.Enqueue(email.PaymentJob{AttemptID: held.ID.String(), Mail: mail, Occasion: eventID.String()}, job.Options{})
	return nil
}

// saveAttempt writes a locked attempt that stays in its state; [errFenceLost] where its fence doesn't hold.
func (c *Engine) saveAttempt(ctx context.Context, q *db.Queries, held *HeldOutcome) error {
	return c.save(ctx, q, held, db.SaveAttemptParams{})
}

// save writes a locked attempt, and the event that p has, if any.
func (c *Engine) save(ctx context.Context, q *db.Queries, held *HeldOutcome, p db.SaveAttemptParams) error {
	a := held.PaymentAttempt
	p.State, p.CheckAt, p.Searches, p.CaptureTries = a.State, a.CheckAt, a.Searches, a.CaptureTries
	p.TransactionID, p.LastFour, p.Brand, p.CardCountry = a.TransactionID, a.LastFour, a.Brand, a.CardCountry
	p.DeclineCode, p.ProcessorCode, p.PaymentMethodID, p.PayerHash = a.DeclineCode, a.ProcessorCode, a.PaymentMethodID, a.PayerHash
	p.DecidedAt, p.CapturedAt, p.LeaseUntil, p.Fence = a.DecidedAt, a.CapturedAt, a.LeaseUntil, a.Fence
	p.SettledAt, p.LostAt = a.SettledAt, a.LostAt
	p.ID, p.HeldFence, p.Now = a.ID, held.fence, c.core.Now()
	n, err := q.SaveAttempt(ctx, p)
	if err != nil {
		return fmt.Errorf("save payment attempt: %w", err)
	}
	if n == 0 {
		return errFenceLost
	}
	held.fence = a.Fence
	return nil
}

// followAttempt does what differs between the meanings of two states. Placing the order (accounts,
// subscriptions, redemptions, receipt) is not here: see [Purpose.Place].
func (c *Engine) followAttempt(ctx context.Context, tx *pg.Tx, held *HeldOutcome, from, to AttemptRule) error {
	row, err := c.purposes.Of(held.Order)
	if err != nil {
		return err
	}
	if held.PaysAgain {
		state := StateOf(held.PaymentAttempt)
		if !stateAfterCapture(state) {
			return nil // what was bought stays as the payment before has left it
		}
		if state == payment.AttemptCaptured { // it comes back once the money has moved
			from.subscription = subscriptionSuspended
			if err := c.renewWithAttempt(ctx, tx.Queries, held); err != nil {
				return err
			}
		}
	}
	if to.codes == codesReleased {
		if err := c.order.ReleaseCodes(ctx, tx.Queries, held.OrderID); err != nil {
			return err
		}
	}
	if from.subscription != to.subscription && !held.KeepsBought {
		if err := c.followSubscriptions(ctx, tx.Queries, held.Order, to.subscription); err != nil {
			return err
		}
		if to.subscription == subscriptionCancelled && StateOf(held.PaymentAttempt) != payment.AttemptLost { // that order was placed and paid once
			if err := tx.CancelOrder(ctx, c.core.Now(), held.OrderID); err != nil {
				return fmt.Errorf("cancel order: %w", err)
			}
		}
	}
	return row.Follow(ctx, tx, held, from, to)
}

func (c *Engine) followSubscriptions(ctx context.Context, q *db.Queries, of db.Order, effect subscriptionEffect) error {
	var state string
	switch effect {
	case subscriptionSuspended:
		state = string(order.SubscriptionSuspended)
	case subscriptionCancelled:
		state = string(order.SubscriptionCancelled)
	case subscriptionActive:
		state = string(order.SubscriptionActive)
	default:
		return nil
	}
	if of.State != string(order.Pending) { // no subscription has begun with an order that isn't placed
		if err := q.SetOrderSubscriptions(ctx, state, c.core.Now(), of.ID); err != nil {
			return fmt.Errorf("subscriptions follow the payment: %w", err)
		}
	}
	return nil
}

// rememberTransaction copies what the provider said of its transaction onto the attempt.
func rememberTransaction(a *db.PaymentAttempt, t gateway.Transaction) {
	a.TransactionID = pg.Optional(t.ID)
	a.LastFour = pg.Optional(lastFour(t.CardLastFour))
	a.Brand = pg.Optional(t.CardBrand)
	a.CardCountry = pg.Optional(t.CardCountry)
}

// lastFour lets nothing but four digits through, whatever an adapter passes.
func lastFour(s string) string {
	if len(s) != 4 {
		return ""
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return ""
		}
	}
	return s
}

// Matches reports whether a transaction is the one that the attempt asked for: same order, amount,
// currency and merchant account.
func Matches(a db.PaymentAttempt, t gateway.Transaction) bool {
	return !t.Credit && t.OrderID == payment.GatewayOrderID(a.OrderID, a.Number) && t.Amount == AttemptAmount(a) &&
		(t.MerchantAccountID == "" || t.MerchantAccountID == a.MerchantAccountID)
}

// GatewayContext bounds a call to the provider. It goes on when the caller has left: what was begun has to
// be known.
func (c *Engine) GatewayContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), c.config.GatewayTimeout)
}

// searchPause is the time until the next search after n in vain.
func (c *Engine) searchPause(n int32) time.Duration {
	every := c.config.ReconcileEvery
	pause := every << min(n, 7)
	return min(pause, 100*every)
}

// SweepInterval implements [payment.Client].
func (c *Engine) SweepInterval() time.Duration { return c.config.SweepEvery }

// CodePaymentSuperseded tells of an attempt that was given up: a new try is welcome, and an authorisation
// that turns up for the old one is voided.
const CodePaymentSuperseded text.Code = "payment_superseded"
