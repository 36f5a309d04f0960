package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/mailer"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/text"
)

// errFenceLost means that somebody else has taken the attempt over: what this process knows is too old to
// be written.
var errFenceLost = errors.New("payment attempt: the fence was lost")

// AttemptAmount returns the amount of an attempt in its currency.
func AttemptAmount(a db.PaymentAttempt) money.Amount {
	return money.New(a.AmountMinor, money.Currency(a.Currency))
}

// OpenAttempt inserts the order's next attempt in state created, leased to this process, and enqueues the job that
// reconciles it. p holds what the order doesn't: who pays, how, and from where.
func (c *Client) OpenAttempt(ctx context.Context, q *db.Queries, tx pgx.Tx, order db.Order, p db.InsertAttemptParams) (db.PaymentAttempt, error) {
	now := c.core.Now()
	lease := now.Add(c.config.Lease)
	p.ID, p.OrderID, p.Number, p.GatewayOrderID = pg.NewID(), order.ID, order.Attempts, fmt.Sprintf("%s-%d", order.ID, order.Attempts)
	p.AmountMinor, p.Currency = order.TotalMinor, order.Currency
	p.LeaseUntil, p.CheckAt, p.Now = lease, &lease, now
	a, err := q.InsertAttempt(ctx, p)
	if err != nil {
		return a, fmt.Errorf("insert payment attempt: %w", err)
	}
	return a, c.core.Enqueue(ctx, tx, job.ReconcileJob{AttemptID: p.ID.String()}, job.Options{At: now.Add(c.config.ReconcileAfter)})
}

// stillAs is errFenceLost where an attempt isn't in the state, or under the fence, that the caller last saw.
func stillAs(a db.PaymentAttempt, state AttemptState, fence int64) error {
	if a.Fence != fence || AttemptState(a.State) != state {
		return errFenceLost
	}
	return nil
}

// moveAttempt takes a locked attempt to the state that the event leads to, writes the event down, and
// does what the new state means for codes, subscriptions, mail and what is paid for. It changes held in place.
// From a state that isn't live nothing follows but the event: another attempt may have taken its place.
func (c *Client) moveAttempt(ctx context.Context, q *db.Queries, tx pgx.Tx, held *HeldOutcome, event AttemptEvent, detail string) error {
	a := &held.PaymentAttempt
	from := AttemptState(a.State)
	to, err := from.step(event)
	if err != nil {
		return err
	}
	now := c.core.Now()
	a.State = string(to)
	switch rule := attemptRules[to]; {
	case to.Final():
		a.CheckAt = nil
	case rule.Open:
	case a.CheckAt == nil || to == AttemptSuperseded || to == AttemptAbsent:
		a.CheckAt = pg.Ptr(now.Add(c.config.Lease))
	}
	if to == AttemptCaptured || to == AttemptReview || to == AttemptDisputed { // only a webhook or a person moves it
		a.CheckAt = nil
	}
	if !to.Open() && a.DecidedAt == nil {
		a.DecidedAt = &now
		c.core.Observer.PaymentDecided(string(to))
	}
	if err := c.saveAttempt(ctx, q, *a); err != nil {
		return err
	}
	err = q.InsertPaymentEvent(ctx, db.InsertPaymentEventParams{
		ID: pg.NewID(), AttemptID: a.ID, Event: string(event), FromState: string(from), ToState: string(to),
		Fence: a.Fence, Detail: pg.Optional(detail), At: now,
	})
	if err != nil {
		return fmt.Errorf("payment event: %w", err)
	}
	if !from.Live() {
		return nil
	}
	return c.followAttempt(ctx, q, tx, held, attemptRules[from], attemptRules[to])
}

// saveAttempt writes a locked attempt; [errFenceLost] where its fence doesn't hold.
func (c *Client) saveAttempt(ctx context.Context, q *db.Queries, a db.PaymentAttempt) error {
	n, err := q.SaveAttempt(ctx, db.SaveAttemptParams{
		State: a.State, CheckAt: a.CheckAt, Searches: a.Searches, CaptureTries: a.CaptureTries,
		TransactionID: a.TransactionID, LastFour: a.LastFour, Brand: a.Brand, CardCountry: a.CardCountry,
		DeclineCode: a.DeclineCode, ProcessorCode: a.ProcessorCode, PaymentMethodID: a.PaymentMethodID,
		DecidedAt: a.DecidedAt, CapturedAt: a.CapturedAt, LeaseUntil: a.LeaseUntil, Now: c.core.Now(), ID: a.ID, Fence: a.Fence,
	})
	if err != nil {
		return fmt.Errorf("save payment attempt: %w", err)
	}
	if n == 0 {
		return errFenceLost
	}
	return nil
}

// followAttempt does what differs between the meanings of two states. Placing the order (accounts,
// subscriptions, redemptions, receipt) is not here: see [Purpose.Place].
func (c *Client) followAttempt(ctx context.Context, q *db.Queries, tx pgx.Tx, held *HeldOutcome, from, to AttemptRule) error {
	row, err := c.purposes.Of(held.Order)
	if err != nil {
		return err
	}
	if from.codes != to.codes && to.codes == codesReleased {
		if err := c.order.ReleaseCodes(ctx, q, held.OrderID); err != nil {
			return err
		}
	}
	if from.subscription != to.subscription {
		if err := c.followSubscriptions(ctx, q, held.OrderID, to.subscription); err != nil {
			return err
		}
	}
	if err := row.Follow(ctx, q, tx, held, from, to); err != nil {
		return err
	}
	if to.mail != "" && to.mail != mailer.MailReceipt { // the receipt's mail leaves with the order
		task := job.PaymentMailJob{AttemptID: held.ID.String(), Mail: to.mail}
		if err := c.core.Enqueue(ctx, tx, task, job.Options{}); err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) followSubscriptions(ctx context.Context, q *db.Queries, orderID uuid.UUID, effect subscriptionEffect) error {
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
	if err := q.SetOrderSubscriptions(ctx, state, c.core.Now(), orderID); err != nil {
		return fmt.Errorf("subscriptions follow the payment: %w", err)
	}
	if effect == subscriptionCancelled {
		if err := q.CancelOrder(ctx, c.core.Now(), orderID); err != nil {
			return fmt.Errorf("cancel order: %w", err)
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
	return !t.Credit && t.OrderID == a.GatewayOrderID && t.Amount == AttemptAmount(a) &&
		(t.MerchantAccountID == "" || t.MerchantAccountID == a.MerchantAccountID)
}

// GatewayContext bounds a call to the provider. It goes on when the caller has left: what was begun has to
// be known.
func (c *Client) GatewayContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), c.config.GatewayTimeout)
}

// searchPause is the time until the next search after n in vain.
func (c *Client) searchPause(n int32) time.Duration {
	every := c.config.ReconcileEvery
	pause := every << min(n, 7)
	return min(pause, 100*every)
}

// SweepInterval is how often [Client.Sweep] should be called.
func (c *Client) SweepInterval() time.Duration { return c.config.SweepEvery }

// CodePaymentSuperseded tells of an attempt that was given up: a new try is welcome, and an authorisation
// that turns up for the old one is voided.
const CodePaymentSuperseded text.Code = "payment_superseded"
