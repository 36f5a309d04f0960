package payments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/text"
)

// sweepBatch bounds the attempts of one sweep, so that several sweepers share a backlog.
const sweepBatch = 50

// Sweep implements [payment.Client].
func (c *Engine) Sweep(ctx context.Context) (int, error) {
	due, err := c.core.Q.ListDueAttempts(ctx, c.core.Now(), sweepBatch)
	if err != nil {
		return 0, fmt.Errorf("sweep: %w", err)
	}
	var failed []error
	for _, a := range due {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if err := c.Reconcile(ctx, a.ID.String()); err != nil {
			failed = append(failed, fmt.Errorf("attempt %s: %w", a.ID, err))
		}
	}
	return len(due), errors.Join(failed...)
}

// Reconcile implements [payment.Client].
func (c *Engine) Reconcile(ctx context.Context, attemptID string) error {
	id, err := uuid.Parse(attemptID)
	if err != nil {
		return fmt.Errorf("reconcile: attempt id: %w", err)
	}
	a, err := c.core.Q.GetAttempt(ctx, id)
	if err != nil {
		return fmt.Errorf("reconcile: %w", err)
	}
	switch StateOf(a) {
	case payment.AttemptAuthorised, payment.AttemptCapturing:
		return c.Capture(ctx, attemptID)
	case payment.AttemptCreated, payment.AttemptSent, payment.AttemptUnknown, payment.AttemptSuperseded, payment.AttemptAbsent:
	default:
		return nil
	}
	a, err = c.core.Q.ClaimAttempt(ctx, c.core.Now().Add(c.config.Lease), c.core.Now(), id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reconcile: claim: %w", err)
	}
	return c.reconcile(ctx, a)
}

// reconcile advances a claimed attempt.
func (c *Engine) reconcile(ctx context.Context, a db.PaymentAttempt) error {
	switch StateOf(a) {
	case payment.AttemptCreated: // the state proves that nothing was sent
		return c.afterSearch(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
			return c.moveAttempt(ctx, tx, held, payment.EventAbort, "lease ran out")
		})
	case payment.AttemptSent:
		var lost db.PaymentAttempt
		err := c.decide(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
			err := c.moveAttempt(ctx, tx, held, payment.EventLose, "lease ran out")
			lost = held.PaymentAttempt
			return err
		})
		if errors.Is(err, errFenceLost) {
			return nil
		}
		if err != nil {
			return err
		}
		a = lost
	case payment.AttemptUnknown, payment.AttemptSuperseded, payment.AttemptAbsent:
	default: // settled between look and claim
		return c.afterSearch(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
			return c.saveAttempt(ctx, tx.Queries, held)
		})
	}
	c.Interrupt(payment.InterruptBeforeSearch)
	searchedAt := c.core.Now() // a transaction may arrive after the search
	found, err := c.search(ctx, a)
	c.Interrupt(payment.InterruptAfterSearch)
	defer c.Interrupt(payment.InterruptAfterReconcile)
	if err != nil { // no answer is not an empty answer: it proves nothing
		c.core.Log.Warn("payment search failed", "attempt", a.ID, "error", err)
		return c.afterSearch(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
			return c.searchLater(ctx, tx.Queries, held)
		})
	}
	if StateOf(a) == payment.AttemptUnknown {
		return c.concludeUnknown(ctx, a, found, searchedAt)
	}
	return c.concludeGivenUp(ctx, a, found, searchedAt)
}

// findings are the provider's transactions for an attempt, sorted by their meaning.
type findings struct {
	keep    *gateway.Transaction // holds or moves the amount
	extra   []gateway.Transaction
	pending bool                 // one isn't decided yet
	refused *gateway.Transaction // holds no money, and never will
	foreign *gateway.Transaction // our order id, but another amount, currency or merchant
}

// search finds the provider's transactions with the attempt's order id.
func (c *Engine) search(ctx context.Context, a db.PaymentAttempt) (findings, error) {
	ctx, cancel := c.GatewayContext(ctx)
	defer cancel()
	all, err := c.core.Gateway.FindByOrderID(ctx, payment.GatewayOrderID(a.OrderID, a.Number))
	if err != nil {
		return findings{}, err
	}
	return sortFindings(a, all), nil
}

// sortFindings sorts an attempt's transactions. It keeps a captured one before an authorized one, else the oldest.
func sortFindings(a db.PaymentAttempt, all []gateway.Transaction) findings {
	var f findings
	for _, t := range all {
		switch {
		case t.Credit:
		case t.Status.Refused(), t.Status == gateway.Voided, t.Status == gateway.AuthorizationExpired, t.Status == gateway.SettlementDeclined:
			f.refused = &t
		case !Matches(a, t):
			f.foreign = &t
		case t.Status == gateway.Authorizing, t.Status == gateway.Unrecognized:
			f.pending = true
		case f.keep == nil:
			f.keep = &t
		case t.Status.Captured() && !f.keep.Status.Captured():
			f.extra = append(f.extra, *f.keep)
			f.keep = &t
		default:
			f.extra = append(f.extra, t)
		}
	}
	return f
}

// concludeUnknown decides an unknown attempt by the result of a search. asked is the time of the search.
func (c *Engine) concludeUnknown(ctx context.Context, a db.PaymentAttempt, f findings, searchedAt time.Time) error {
	if f.keep != nil && f.foreign == nil {
		// Void the others first: once the attempt is decided, nothing searches for them.
		for _, t := range f.extra {
			if ok, err := c.voidTransaction(ctx, t.ID); !ok {
				c.core.Log.Error("double authorization not voided yet", "attempt", a.ID, "transaction", t.ID, "error", err)
				return c.afterSearch(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
					return c.searchLater(ctx, tx.Queries, held)
				})
			}
		}
		return c.adopt(ctx, a, *f.keep)
	}
	return c.afterSearch(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		switch {
		case f.foreign != nil:
			c.core.Log.Error("transaction with our order id doesn't match our request", "attempt", a.ID, "transaction", f.foreign.ID)
			return c.moveAttempt(ctx, tx, held, payment.EventEscalate, "another amount, currency or merchant")
		case f.pending:
			return c.searchLater(ctx, tx.Queries, held)
		case f.refused != nil:
			code := f.refused.DeclineCode
			if code == "" {
				code = gateway.CodePaymentDeclined
			}
			return c.declineAttempt(ctx, tx, held, &gateway.Decline{Code: code, TransactionID: f.refused.ID})
		}
		held.Searches++
		event, detail := afterMisses(c.config, int(held.Searches), searchedAt.Sub(pg.OrZero(held.SentAt)), held.PaymentMethodID != nil)
		if event == "" {
			return c.searchLater(ctx, tx.Queries, held)
		}
		return c.moveAttempt(ctx, tx, held, event, detail)
	})
}

// afterMisses returns the event after a number of searches without a result, for an attempt that was sent age ago; empty while the search continues.
func afterMisses(c payment.Config, searches int, age time.Duration, methodKept bool) (event payment.AttemptEvent, detail string) {
	switch {
	case searches < c.SupersedeMisses, age < c.SupersedeAfter:
		return "", ""
	case age >= c.NonceLife:
		return payment.EventGiveUp, ""
	case methodKept: // unlike a nonce, it stays valid: a lost renewal could still turn up at any time
		return payment.EventEscalate, "renewal not found"
	}
	return payment.EventSupersede, ""
}

// concludeGivenUp voids late transactions of an attempt that was given up, until no more can turn up.
func (c *Engine) concludeGivenUp(ctx context.Context, a db.PaymentAttempt, f findings, searchedAt time.Time) error {
	voided := ""
	live := append([]gateway.Transaction{}, f.extra...)
	if f.keep != nil {
		live = append(live, *f.keep)
	}
	for _, t := range live {
		if ok, err := c.voidTransaction(ctx, t.ID); !ok {
			c.core.Log.Error("late authorization not voided yet", "attempt", a.ID, "transaction", t.ID, "error", err)
			return c.afterSearch(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
				return c.searchLater(ctx, tx.Queries, held)
			})
		}
		voided = t.ID
	}
	return c.afterSearch(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		switch {
		case voided != "":
			held.TransactionID = &voided
			return c.moveAttempt(ctx, tx, held, payment.EventVoid, "turned up late")
		case isOver(c.config, searchedAt.Sub(pg.OrZero(held.SentAt)), f):
			held.CheckAt = nil
			return c.saveAttempt(ctx, tx.Queries, held)
		}
		held.Searches++
		return c.searchLater(ctx, tx.Queries, held)
	})
}

// isOver returns true if nothing can turn up any more for an attempt that was sent age ago: its nonce has expired, and all findings are decided.
func isOver(c payment.Config, age time.Duration, f findings) bool {
	return age > c.NonceLife+c.Lease && !f.pending && f.foreign == nil
}

// adopt places the order of an authorization that a search found.
func (c *Engine) adopt(ctx context.Context, a db.PaymentAttempt, t gateway.Transaction) error {
	err := c.Place(ctx, a, t, "", nil)
	var given *UnplaceableError // the authorization is being voided, and no caller waits for the result
	if errors.Is(err, errFenceLost) || errors.As(err, &given) {
		return nil
	}
	return err
}

// declineAttempt stores the provider's decline.
func (c *Engine) declineAttempt(ctx context.Context, tx *pg.Tx, held *HeldOutcome, d *gateway.Decline) error {
	held.DeclineCode = pg.Ptr(string(d.Code))
	held.ProcessorCode = pg.Optional(d.ProcessorCode)
	held.TransactionID = pg.Optional(d.TransactionID)
	row, err := c.purposes.Of(held.Order)
	if err != nil {
		return err
	}
	if err := c.countDecline(ctx, tx.Queries, row.Session(held.Order)); err != nil {
		return err
	}
	return c.moveAttempt(ctx, tx, held, payment.EventDecline, string(text.Code(*held.DeclineCode)))
}

// afterSearch ends the lease of a claimed attempt and runs f, which must save the attempt. If the attempt has changed since the claim, it does
// nothing.
func (c *Engine) afterSearch(ctx context.Context, a db.PaymentAttempt, f func(tx *pg.Tx, held *HeldOutcome) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	err := c.decide(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		held.endLease(c.core.Now())
		return f(tx, held)
	})
	if errors.Is(err, errFenceLost) {
		return nil
	}
	return err
}

// decide runs f in a transaction, with everything locked that the attempt's new state may change. The locks are in the order that Tx of package core
// documents: the order's subject, the order, the attempt. If the attempt isn't as the caller last saw it, decide returns errFenceLost. f's decisions
// are counted last, so that nothing waits for the counts but other counts.
func (c *Engine) decide(ctx context.Context, a db.PaymentAttempt, f func(tx *pg.Tx, held *HeldOutcome) error) error {
	return c.core.Tx(ctx, func(tx *pg.Tx) error {
		held, err := c.lockForOutcome(ctx, tx, a)
		if err != nil {
			return err
		}
		if err := f(tx, &held); err != nil {
			return err
		}
		return c.countDecided(ctx, tx.Queries, &held)
	})
}

func (c *Engine) lockForOutcome(ctx context.Context, tx *pg.Tx, a db.PaymentAttempt) (held HeldOutcome, err error) {
	locks := &db.Batch{}
	subjects := make([]func() any, len(c.purposes.locks))
	for i, lock := range c.purposes.locks {
		subjects[i] = lock(locks, a.OrderID)
	}
	var locked db.LockAttemptRow
	locks.LockAttempt(&locked, a.ID)
	if err := pg.SendBatch(ctx, tx.Transaction, locks); err != nil {
		return held, fmt.Errorf("lock order and payment attempt: %w", err)
	}
	held = heldOutcome(locked)
	for _, subject := range subjects {
		if held.Subject == nil {
			held.Subject = subject()
		}
	}
	return held, stillAs(held.PaymentAttempt, StateOf(a), a.Fence)
}

// HeldOutcome holds the rows that are locked for an attempt's new state.
type HeldOutcome struct {
	db.PaymentAttempt
	Order   db.Order
	Price   db.OrderPrice
	Subject any // the order's subject, as its [SubjectLock] returned it; nil if there is none to lock
	// KeepsBought is set for a full refund after which the subscription continues, or the codes stay valid.
	KeepsBought bool

	fence             int64 // of the attempt's stored row
	decided, declined int32 // additions of the transaction to the counts of [Engine.ReadDeclines]
}

func heldOutcome(locked db.LockAttemptRow) HeldOutcome {
	return HeldOutcome{PaymentAttempt: locked.PaymentAttempt, Order: locked.Order, Price: locked.OrderPrice, fence: locked.PaymentAttempt.Fence}
}

// Priced returns the order with its price.
func (h *HeldOutcome) Priced() orders.Priced { return orders.Priced{Order: h.Order, Price: h.Price} }

// endLease ends the lease on the attempt. The next process can take it over once the transaction commits.
func (h *HeldOutcome) endLease(now time.Time) { h.LeaseUntil = now }

// searchLater postpones the next search.
func (c *Engine) searchLater(ctx context.Context, q *db.Queries, held *HeldOutcome) error {
	held.CheckAt = pg.Ptr(c.core.Now().Add(c.searchPause(held.Searches)))
	return c.saveAttempt(ctx, q, held)
}
