package payments

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
)

// maxReason is the maximum length, in characters, of the reason of a refund or of a switch of the payments guard.
const maxReason = 200

func refundOf(r db.Refund) payment.Refund {
	cur := money.Currency(r.Currency)
	return payment.Refund{
		ID: r.ID.String(), Number: int(r.Number), State: r.State, Amount: money.New(r.AmountMinor, cur).Decimal(), Tax: money.New(r.TaxMinor, cur).Decimal(),
		Currency: r.Currency, Reason: r.Reason, RequestedBy: r.RequestedBy, Origin: r.Origin, KeepSubscription: r.KeepsSubscription,
		CreditNote: pg.OrEmpty(r.CreditNote), TransactionID: pg.OrEmpty(r.ProviderID), CreatedAt: r.CreatedAt.UTC(),
	}
}

// Refund implements [payment.Client].
func (c *Engine) Refund(ctx context.Context, id string, in payment.RefundInput) (*payment.AttemptDetail, error) {
	a, _, err := c.findAttempt(ctx, id)
	if err != nil {
		return nil, err
	}
	in.Reason = strings.TrimSpace(in.Reason)
	if !utf8.ValidString(in.Reason) || utf8.RuneCountInString(in.Reason) > maxReason {
		return nil, payment.RefundInvalid
	}
	switch StateOf(a) {
	case payment.AttemptVoided:
		return c.Attempt(ctx, id)
	case payment.AttemptAuthorised, payment.AttemptReview:
		if in.Amount != "" || in.KeepSubscription {
			return nil, payment.RefundUnsettled
		}
		if a.TransactionID == nil { // no transaction is known yet: reconcile first
			return nil, payment.AttemptNotRefundable
		}
		return c.voidHeld(ctx, a)
	case payment.AttemptCaptured, payment.AttemptSettled, payment.AttemptRefunded:
		return c.refund(ctx, a, in)
	}
	return nil, payment.AttemptNotRefundable
}

// voidHeld voids a payment that was never captured, and ends its purchase.
func (c *Engine) voidHeld(ctx context.Context, a db.PaymentAttempt) (*payment.AttemptDetail, error) {
	now := c.core.Now()
	a, err := c.core.Q.ClaimAttempt(ctx, now.Add(c.config.Lease), now, a.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fault.InProgress
	}
	if err != nil {
		return nil, fmt.Errorf("void: claim: %w", err)
	}
	voided, callErr := c.voidTransaction(ctx, pg.OrEmpty(a.TransactionID))
	err = c.afterSearch(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		if !voided {
			return c.saveAttempt(ctx, tx.Queries, held)
		}
		return c.moveAttempt(ctx, tx, held, payment.EventVoid, "operator")
	})
	if err != nil {
		return nil, err
	}
	if !voided {
		return nil, refundFault(callErr)
	}
	return c.Attempt(ctx, a.ID.String())
}

// refundFault returns the operator's fault for a call that gave nothing back.
func refundFault(callErr error) error {
	var refused *gateway.Decline
	if errors.As(callErr, &refused) {
		return fault.New(fault.Conflict, payment.AttemptNotRefundable.Code, callErr)
	}
	return fault.New(fault.Unavailable, payment.Unavailable.Code, callErr)
}

// refund returns a part of a captured payment, or the rest.
func (c *Engine) refund(ctx context.Context, a db.PaymentAttempt, in payment.RefundInput) (*payment.AttemptDetail, error) {
	a, row, err := c.beginRefund(ctx, a, in)
	if errors.Is(err, ErrNothingToDo) {
		return c.Attempt(ctx, a.ID.String())
	}
	if err != nil {
		return nil, err
	}
	back, given, callErr := c.giveMoneyBack(ctx, a, row)
	var refused *gateway.Decline
	isRefused := errors.As(callErr, &refused)
	err = c.afterSearch(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		switch {
		case given:
			return c.refunded(ctx, tx, held, row, back)
		case isRefused:
			row.State = refundFailed
		default:
			row.State = refundUnknown
		}
		if err := tx.EndRefund(ctx, db.EndRefundParams{ID: row.ID, State: row.State, TaxMinor: row.TaxMinor, Now: c.core.Now()}); err != nil {
			return fmt.Errorf("end refund: %w", err)
		}
		return c.saveAttempt(ctx, tx.Queries, held)
	})
	switch {
	case err != nil:
		return nil, err
	case !given && isRefused && refused.ProcessorCode == refundNotSettled:
		return nil, payment.RefundUnsettled
	case !given:
		return nil, refundFault(callErr)
	}
	c.core.Log.Info("payment refunded", "attempt", a.ID, "order", a.OrderID, "refund", row.ID)
	return c.Attempt(ctx, a.ID.String())
}

// The states of a refund.
const (
	refundSent    = "sent"
	refundUnknown = "unknown"
	refundDone    = "done"
	refundFailed  = "failed"
)

// beginRefund claims the attempt and commits the refund before it is sent: a new one, or the one with a lost response. It returns ErrNothingToDo for
// a call that has succeeded before.
func (c *Engine) beginRefund(ctx context.Context, a db.PaymentAttempt, in payment.RefundInput) (claimed db.PaymentAttempt, row db.Refund, err error) {
	claimed = a
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		now := c.core.Now()
		taken, err := tx.ClaimAttempt(ctx, now.Add(c.config.Lease), now, a.ID)
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.InProgress
		}
		if err != nil {
			return fmt.Errorf("refund: claim: %w", err)
		}
		placed, err := tx.GetOrder(ctx, a.OrderID)
		if err != nil {
			return fmt.Errorf("refund: order: %w", err)
		}
		rows, err := tx.ListRefunds(ctx, a.ID)
		if err != nil {
			return fmt.Errorf("refunds: %w", err)
		}
		claimed = taken
		next, err := nextRefund(taken, placed, rows, in)
		if err != nil {
			return err
		}
		row = next
		if row.ID != uuid.Nil {
			return tx.ResendRefund(ctx, taken.Fence, now, row.ID)
		}
		row.ID, row.Fence = pg.NewID(), taken.Fence
		row.RequestedBy = cmp.Or(caller.OperatorOf(ctx), caller.OperatorName(c.core.Operator))
		return c.insertRefund(ctx, tx.Queries, row)
	})
	return claimed, row, err
}

func (c *Engine) insertRefund(ctx context.Context, q *db.Queries, r db.Refund) error {
	err := q.InsertRefund(ctx, db.InsertRefundParams{
		ID: r.ID, OrderID: r.OrderID, AttemptID: r.AttemptID, State: r.State, AmountMinor: r.AmountMinor, TaxMinor: r.TaxMinor, Currency: r.Currency,
		ProviderID: r.ProviderID, Fence: r.Fence, Reason: r.Reason, RequestedBy: r.RequestedBy, KeepsSubscription: r.KeepsSubscription, Origin: r.Origin,
		Request: r.Request, CreditNote: r.CreditNote, DoneAt: r.DoneAt, Now: c.core.Now(),
	})
	if err != nil {
		return fmt.Errorf("refund: %w", err)
	}
	return nil
}

// nextRefund returns the refund of a call: the earlier one of the same call that has no clear response, with its id, or a new one. It returns
// ErrNothingToDo if the call has succeeded before, or nothing is left.
func nextRefund(a db.PaymentAttempt, placed db.Order, rows []db.Refund, in payment.RefundInput) (db.Refund, error) {
	given := refundedMinor(rows)
	left := a.AmountMinor - given
	amount := left
	if in.Amount != "" {
		parsed, err := money.Parse(in.Amount, money.Currency(a.Currency))
		if err != nil || parsed.Minor <= 0 {
			return db.Refund{}, payment.RefundInvalid
		}
		amount, in.Amount = parsed.Minor, parsed.Decimal() // "20" and "20.00" are the same call
	}
	request := refundRequest(in)
	for _, r := range rows {
		open := r.State == refundSent || r.State == refundUnknown
		same := string(r.Request) == string(request)
		switch {
		case open && r.KeepsSubscription != in.KeepSubscription: // the earlier call chose otherwise for the subscription
			return db.Refund{}, payment.RefundUnanswered
		case open && (same || in.Amount == "" && r.AmountMinor == a.AmountMinor-refundedMinor(without(rows, r))):
			return r, nil
		case open:
			return db.Refund{}, payment.RefundUnanswered
		case same && r.State == refundDone:
			return db.Refund{}, ErrNothingToDo
		}
	}
	switch {
	case left == 0 && in.Amount == "":
		return db.Refund{}, ErrNothingToDo
	case amount > left:
		return db.Refund{}, payment.RefundTooMuch
	}
	return db.Refund{
		OrderID: a.OrderID, AttemptID: a.ID, State: refundSent, AmountMinor: amount, TaxMinor: taxPart(placed, given, amount), Currency: a.Currency,
		Reason: in.Reason, KeepsSubscription: in.KeepSubscription, Origin: originHere, Request: request,
	}, nil
}

func without(rows []db.Refund, one db.Refund) []db.Refund {
	var out []db.Refund
	for _, r := range rows {
		if r.ID != one.ID {
			out = append(out, r)
		}
	}
	return out
}

// Origins of refunds: this service, or the provider's control panel.
const (
	originHere  = "here"
	originPanel = "panel"
)

// refundRequest returns the hash that identifies a call. Without a key it covers amount and reason, so that running a command again doesn't refund
// twice.
func refundRequest(in payment.RefundInput) []byte {
	name := "key\n" + in.Key
	if in.Key == "" {
		name = "call\n" + in.Amount + "\n" + in.Reason
	}
	sum := sha256.Sum256([]byte(name))
	return sum[:]
}

// refundedMinor returns the sum of the refunds that have succeeded, or may have.
func refundedMinor(rows []db.Refund) (sum int64) {
	for _, r := range rows {
		if r.State != refundFailed {
			sum += r.AmountMinor
		}
	}
	return sum
}

// taxPart returns the tax in a refund. before is the sum of the earlier refunds. The parts of all refunds of an order add up to its tax, whatever
// their amounts.
func taxPart(placed db.Order, before, amount int64) int64 {
	upTo := func(refunded int64) int64 {
		return (placed.TaxMinor*refunded*2 + placed.TotalMinor) / (2 * placed.TotalMinor)
	}
	return upTo(before+amount) - upTo(before)
}

// refundNotSettled is the provider's code for an unsettled transaction, which can only be voided.
const refundNotSettled = "91506"

// giveMoneyBack voids or refunds a payment. given is true if the money is on its way; back is the refund, or the voided transaction. An earlier try
// may have succeeded, so it first reads the sale's refunds. The sale lists them, so no search is needed.
func (c *Engine) giveMoneyBack(ctx context.Context, a db.PaymentAttempt, row db.Refund) (back gateway.Transaction, given bool, err error) {
	transaction, amount := pg.OrEmpty(a.TransactionID), money.New(row.AmountMinor, money.Currency(row.Currency))
	call, cancel := c.GatewayContext(ctx)
	defer cancel()
	t, err := c.core.Gateway.Find(call, transaction)
	if err != nil {
		return back, false, err
	}
	credits, err := c.newCredits(ctx, a, t)
	if err != nil {
		return back, false, err
	}
	for _, credit := range credits {
		if credit.Amount == amount {
			return credit, true, nil
		}
	}
	if row.AmountMinor == a.AmountMinor && (t.Status == gateway.SubmittedForSettlement || t.Status == gateway.Settling || t.Status == gateway.Voided) {
		if voided, _ := c.voidTransaction(ctx, transaction); voided {
			return gateway.Transaction{ID: transaction, Amount: AttemptAmount(a), Status: gateway.Voided}, true, nil
		}
	}
	back, err = c.core.Gateway.Refund(call, transaction, amount)
	back.Credit = true
	return back, err == nil && back.ID != "", err
}

// refunded stores a completed refund with its effects. It moves the attempt once nothing is left of the payment.
func (c *Engine) refunded(ctx context.Context, tx *pg.Tx, held *HeldOutcome, row db.Refund, back gateway.Transaction) error {
	now := c.core.Now()
	note, err := c.order.NextDocument(ctx, tx.Queries, orders.DocumentCreditNote, now)
	if err != nil {
		return err
	}
	// Another refund may have completed since this one was requested. The order is locked now.
	row.TaxMinor = taxPart(held.Order, held.Order.RefundedMinor, row.AmountMinor)
	end := db.EndRefundParams{ID: row.ID, State: refundDone, TaxMinor: row.TaxMinor, CreditNote: note, DoneAt: &now, Now: now}
	kind := movementVoid
	if back.Credit {
		kind, end.ProviderID = movementRefund, &back.ID
	}
	if row.Fence == 0 { // found at the provider, without a row here
		row.State, row.ProviderID, row.CreditNote, row.DoneAt = refundDone, end.ProviderID, note, &now
		row.Fence = held.Fence
		err = c.insertRefund(ctx, tx.Queries, row)
	} else {
		err = tx.EndRefund(ctx, end)
	}
	if err != nil {
		return fmt.Errorf("refund is done: %w", err)
	}
	n, err := tx.RefundOrder(ctx, row.AmountMinor, now, held.OrderID)
	if err != nil {
		return fmt.Errorf("refund order: %w", err)
	}
	if n == 0 {
		return fmt.Errorf("refund of order %s: it isn't placed", held.OrderID)
	}
	held.Order.RefundedMinor += row.AmountMinor
	if err := c.noteMovement(ctx, tx.Queries, held.PaymentAttempt, kind, back); err != nil {
		return err
	}
	tx.Enqueue(email.PaymentJob{AttemptID: held.ID.String(), Mail: email.Refund, RefundID: row.ID.String()}, job.Options{})
	if !nothingLeft(held) {
		return c.saveAttempt(ctx, tx.Queries, held)
	}
	return c.endRefunded(ctx, tx, held, row)
}

// nothingLeft returns true if the whole payment has been given back, and the attempt can become refunded.
func nothingLeft(held *HeldOutcome) bool {
	_, follows := nextState(StateOf(held.PaymentAttempt), payment.EventRefund)
	return follows && held.Order.RefundedMinor >= held.Order.TotalMinor
}

// endRefunded moves an attempt after its last refund, which decides about the subscription.
func (c *Engine) endRefunded(ctx context.Context, tx *pg.Tx, held *HeldOutcome, last db.Refund) error {
	held.KeepsBought = last.KeepsSubscription
	detail := "operator"
	if last.Origin == originPanel {
		detail = "the provider's control panel"
	}
	return c.moveAttempt(ctx, tx, held, payment.EventRefund, detail)
}
