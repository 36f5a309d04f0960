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

// errFenceLost means that another process has taken the attempt over. This process's copy is too old to be stored.
var errFenceLost = errors.New("payment attempt: the fence was lost")

// AttemptAmount returns the amount of an attempt in its currency.
func AttemptAmount(a db.PaymentAttempt) money.Amount {
	return money.New(a.AmountMinor, money.Currency(a.Currency))
}

// OpenAttempt inserts the order's next attempt in state created, leased to this process. If the lease ends before the attempt is decided,
// [Engine.Sweep] takes it over. p holds the fields that the order lacks: payer, payment method and merchant account.
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

// stillAs returns errFenceLost unless the attempt still has the state and the fence that the caller last saw.
func stillAs(a db.PaymentAttempt, state payment.AttemptState, fence int64) error {
	if a.Fence != fence || StateOf(a) != state {
		return errFenceLost
	}
	return nil
}

// moveAttempt applies the event to a locked attempt, and stores the new state with the event. Then it updates codes, subscriptions and the purchase
// to match, and sends mail. It changes held in place. If the old state isn't live, it stores the state and the event only: another attempt may have
// taken its place.
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
	case IsFinal(to), stateAfterCapture(to), to == payment.AttemptReview: // from here only Settle or an operator moves it
		a.CheckAt = nil
	case a.CheckAt == nil, to == payment.AttemptSuperseded, to == payment.AttemptAbsent:
		a.CheckAt = pg.Ptr(now.Add(c.config.Lease))
	}
	if !IsOpen(to) && a.DecidedAt == nil {
		a.DecidedAt = &now
		tx.AfterCommit(func() { c.core.Observer.PaymentDecided(string(to)) })
	}
	if !IsLive(to) {
		a.PayerHash = nil // the same payer may pay for another sign-up, even while this attempt is watched
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
	if mail == "" || mail == email.Receipt || mail == email.Refund { // sent with the order, and with the refund
		return nil
	}
	tx.Enqueue(email.PaymentJob{AttemptID: held.ID.String(), Mail: mail, Occasion: eventID.String()}, job.Options{})
	return nil
}

// saveAttempt stores a locked attempt that stays in its state. It returns [errFenceLost] if the fence no longer holds.
func (c *Engine) saveAttempt(ctx context.Context, q *db.Queries, held *HeldOutcome) error {
	return c.save(ctx, q, held, db.SaveAttemptParams{})
}

// save stores a locked attempt, and the event in p if there is one.
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

// followAttempt applies the differences between the rules of two states. Placing the order (accounts, subscriptions, redemptions, receipt) is
// separate: see [Purpose.Place].
func (c *Engine) followAttempt(ctx context.Context, tx *pg.Tx, held *HeldOutcome, from, to AttemptRule) error {
	row, err := c.purposes.Of(held.Order)
	if err != nil {
		return err
	}
	if held.PaysAgain {
		state := StateOf(held.PaymentAttempt)
		if !stateAfterCapture(state) {
			return nil // the purchase stays as the earlier payment left it
		}
		if state == payment.AttemptCaptured { // the purchase is restored once the money has moved
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
		if to.subscription == subscriptionCancelled && StateOf(held.PaymentAttempt) != payment.AttemptLost { // the order of a lost attempt was placed and paid once
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
	if of.State != string(order.Pending) { // a pending order has no subscription yet
		if err := q.SetOrderSubscriptions(ctx, state, c.core.Now(), of.ID); err != nil {
			return fmt.Errorf("subscriptions follow the payment: %w", err)
		}
	}
	return nil
}

// rememberTransaction copies the provider's data on its transaction to the attempt.
func rememberTransaction(a *db.PaymentAttempt, t gateway.Transaction) {
	a.TransactionID = pg.Optional(t.ID)
	a.LastFour = pg.Optional(lastFour(t.CardLastFour))
	a.Brand = pg.Optional(t.CardBrand)
	a.CardCountry = pg.Optional(t.CardCountry)
}

// lastFour returns s if it has exactly four digits, else "". So no adapter can store more of a card number.
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

// Matches returns true if a transaction is the attempt's own sale: same order, amount, currency and merchant account.
func Matches(a db.PaymentAttempt, t gateway.Transaction) bool {
	return !t.Credit && t.OrderID == payment.GatewayOrderID(a.OrderID, a.Number) && t.Amount == AttemptAmount(a) &&
		(t.MerchantAccountID == "" || t.MerchantAccountID == a.MerchantAccountID)
}

// GatewayContext bounds a call to the provider. The call continues after the caller disconnects: its outcome must be known.
func (c *Engine) GatewayContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), c.config.GatewayTimeout)
}

// searchPause returns the time until the next search, after n searches without a result.
func (c *Engine) searchPause(n int32) time.Duration {
	every := c.config.ReconcileEvery
	pause := every << min(n, 7)
	return min(pause, 100*every)
}

// SweepInterval implements [payment.Client].
func (c *Engine) SweepInterval() time.Duration { return c.config.SweepEvery }

// CodePaymentSuperseded is the code of an attempt that was given up. The payer may try again. A late authorization of the old attempt is voided.
const CodePaymentSuperseded text.Code = "payment_superseded"
