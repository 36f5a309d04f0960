package subscriptions

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
)

// errRenewalOver means that the renewal was canceled during its payment. The money is returned.
var errRenewalOver = errors.New("the renewal was cancelled meanwhile")

// PlaceRenewal implements Place of the purpose renewal: it starts the next term.
func (c *Engine) PlaceRenewal(ctx context.Context, tx *pg.Tx, held *payments.HeldOutcome, _ gateway.Transaction, _ string) (any, error) {
	next := held.Priced()
	contract, ok := held.Subject.(*db.Subscription)
	if !ok {
		return nil, fmt.Errorf("order %s renews no subscription", next.ID)
	}
	all, err := SeatsOf(ctx, tx.Queries, contract.ID)
	if err != nil {
		return nil, err
	}
	seats := Renewing(all)
	if len(seats) != int(next.Seats) || !contract.EndsAt.Equal(*next.TermStartsAt) {
		return nil, &payments.UnplaceableError{Reason: errRenewalOver}
	}
	return nil, c.startNextTerm(ctx, tx, next, *contract, seats, &held.PaymentAttempt)
}

// startNextTerm places the order: it adds a term, writes the receipts, and enqueues capture and mail.
func (c *Engine) startNextTerm(ctx context.Context, tx *pg.Tx, placed orders.Priced, contract db.Subscription, seats []Seat, held *db.PaymentAttempt) error {
	now := c.core.Now()
	n, err := tx.PlaceOrder(ctx, &contract.PayerAccountID, &contract.FamilyID, &now, placed.ID)
	if err != nil {
		return fmt.Errorf("place renewal: %w", err)
	}
	if n == 0 {
		return fmt.Errorf("place renewal %s: it isn't pending", placed.ID)
	}
	placed.PlacedAt = &now
	next := orders.NextTerm(placed.Order, contract, seats[0].SubscriptionTerm.Zone)
	if err := c.addTerm(ctx, tx.Queries, next, len(seats)); err != nil {
		return err
	}
	receipt, err := orders.PayerReceipt(placed, held, next.EndsAt, c.core.Site.Seller)
	if err != nil {
		return err
	}
	id, err := orders.InsertReceipt(ctx, tx.Queries, placed.Order, &contract.PayerAccountID, orders.ReceiptPayer, receipt)
	if err != nil {
		return err
	}
	for _, s := range seats {
		if s.UserID() != nil && !s.IsPayers() {
			if _, err := orders.InsertReceipt(ctx, tx.Queries, placed.Order, nil, orders.ReceiptCoParent, order.CoParentReceipt(receipt)); err != nil {
				return err
			}
		}
	}
	for _, task := range []job.Job{job.CaptureJob{AttemptID: held.ID.String()}, email.ReceiptJob{ReceiptID: id.String()}} {
		tx.Enqueue(task, job.Options{})
	}
	return nil
}

// addTerm stores a term and moves the contract and its renewing seats to it. The count of those seats must be seats. It ends the other seats.
func (c *Engine) addTerm(ctx context.Context, q *db.Queries, term db.InsertTermParams, seats int) error {
	if err := q.InsertTerm(ctx, term); err != nil {
		return fmt.Errorf("next term: %w", err)
	}
	now := c.core.Now()
	n, err := q.RenewSubscription(ctx, term.StartsAt, term.EndsAt, now, term.SubscriptionID)
	if err != nil {
		return fmt.Errorf("next term: subscription: %w", err)
	}
	if n != 1 {
		return fmt.Errorf("next term of order %s: its subscription doesn't renew", term.OrderID)
	}
	n, err = q.RenewSeats(ctx, term.StartsAt, now, term.SubscriptionID)
	if err != nil {
		return fmt.Errorf("next term: seats: %w", err)
	}
	if int(n) != seats {
		return fmt.Errorf("next term of order %s: %d of %d seats", term.OrderID, n, seats)
	}
	if err := q.EndLeftSeats(ctx, now, term.SubscriptionID); err != nil {
		return fmt.Errorf("next term: seats that were left: %w", err)
	}
	return nil
}

// freeRenewal unlocks the subscription of an unplaced renewal, and returns the seats that still renew.
func (c *Engine) freeRenewal(ctx context.Context, q *db.Queries, o db.Order) ([]Seat, error) {
	if err := q.FreeRenewal(ctx, c.core.Now(), *o.RenewsID); err != nil {
		return nil, fmt.Errorf("free renewal: %w", err)
	}
	all, err := SeatsOf(ctx, q, *o.RenewsID)
	return Renewing(all), err
}

// FreeSeats implements Unplaced of [payments.Purpose] for renewals.
func (c *Engine) FreeSeats(ctx context.Context, q *db.Queries, o db.Order) error {
	_, err := c.freeRenewal(ctx, q, o)
	return err
}

// FollowRenewal handles an attempt's new state for an unplaced renewal: it schedules a retry, or the subscription lapses.
func (c *Engine) FollowRenewal(ctx context.Context, tx *pg.Tx, held *payments.HeldOutcome, _, _ payments.AttemptRule) error {
	placed, state := held.Order, payment.AttemptState(held.State)
	if placed.State != string(order.Pending) || !slices.Contains([]payment.AttemptState{payment.AttemptAborted, payment.AttemptAbsent, payment.AttemptDeclined, payment.AttemptVoided}, state) {
		return nil
	}
	seats, err := c.freeRenewal(ctx, tx.Queries, placed)
	if err != nil {
		return err
	}
	lapses := false
	switch {
	case len(seats) == 0: // canceled meanwhile
	case state == payment.AttemptVoided: // an operator has voided it
		if _, err := tx.StopRenewal(ctx, c.core.Now(), seatIDs(seats)); err != nil {
			return fmt.Errorf("stop renewal: %w", err)
		}
	case state == payment.AttemptDeclined && replaced(held.PaymentMethodID, seats[0].Subscription.PaymentMethodID):
		return c.renewWithReplacement(ctx, tx, seats, pg.OrEmpty(held.ProcessorCode))
	case state == payment.AttemptDeclined:
		if lapses, err = c.renewalRefused(ctx, tx, seats, pg.OrEmpty(held.ProcessorCode)); err != nil {
			return err
		}
	}
	if lapses || len(seats) == 0 { // no more tries of this order
		if err := tx.CancelOrder(ctx, c.core.Now(), placed.ID); err != nil {
			return fmt.Errorf("cancel renewal: %w", err)
		}
	}
	return nil
}

// replaced reports whether the payer has replaced the charged payment method.
func replaced(charged, present *uuid.UUID) bool {
	return charged != nil && present != nil && *charged != *present
}

// renewWithReplacement retries a renewal with a payment method saved while the old one was being declined. It sends no mail: the payer has already
// replaced the method, and the new one hasn't been declined. The job isn't unique, because the job that saw the decline may still be running.
func (c *Engine) renewWithReplacement(ctx context.Context, tx *pg.Tx, seats []Seat, processorCode string) error {
	contract, now := seats[0].Subscription, c.core.Now()
	err := tx.PostponeRenewal(ctx, db.PostponeRenewalParams{
		ID: contract.ID, RetryAt: now, Tries: contract.Tries + 1, DeclinedAs: pg.Optional(processorCode), Now: now,
	})
	if err != nil {
		return fmt.Errorf("postpone renewal: %w", err)
	}
	tx.Enqueue(job.RenewSubscriptionJob{SubscriptionID: seats[0].ID().String()}, job.Options{})
	return nil
}

// renewalRefused postpones a declined renewal, or lets the seats lapse after the last try. If the provider would decline the same method again, there
// is no retry: the renewal waits for another method until the subscription lapses.
func (c *Engine) renewalRefused(ctx context.Context, tx *pg.Tx, seats []Seat, processorCode string) (lapses bool, err error) {
	contract, now := seats[0].Subscription, c.core.Now()
	tries := contract.Tries + 1
	recourse := gateway.RecourseOf(processorCode)
	next, again := nextTry(c.config, contract.EndsAt, now, int(tries))
	if recourse != gateway.RecourseWait {
		next, again = lastTry(c.config, contract.EndsAt, now)
	}
	if !again {
		return true, c.lapse(ctx, tx, contract, seats, tries)
	}
	err = tx.PostponeRenewal(ctx, db.PostponeRenewalParams{
		ID: contract.ID, RetryAt: next, Tries: tries, Recourse: pg.Ptr(string(recourse)), DeclinedAs: pg.Optional(processorCode), Now: now,
	})
	if err != nil {
		return false, fmt.Errorf("postpone renewal: %w", err)
	}
	mail := email.RenewalDeclined
	if recourse == gateway.RecourseAuthenticate {
		mail = email.RenewalConfirm
	}
	if pg.OrEmpty(contract.Recourse) == string(recourse) {
		return false, nil // already mailed
	}
	enqueueSubscriptionMail(tx, seats[0], mail, int(tries))
	return false, nil
}

// lapse ends a subscription that could not be renewed, and mails all of its users.
func (c *Engine) lapse(ctx context.Context, tx *pg.Tx, contract db.Subscription, seats []Seat, tries int16) error {
	if err := tx.LapseSubscription(ctx, c.core.Now(), tries, contract.ID); err != nil {
		return fmt.Errorf("lapse: %w", err)
	}
	for _, s := range seats { // the co-parent too
		enqueueSubscriptionMail(tx, s, email.RenewalLapsed, 0)
	}
	return nil
}

// lapseUntried ends a subscription without another try, and cancels its pending order. The payer gave no other method in time, and the kept one would
// be declined again.
func (c *Engine) lapseUntried(ctx context.Context, tx *pg.Tx, contract db.Subscription, seats []Seat) error {
	if err := c.lapse(ctx, tx, contract, seats, contract.Tries); err != nil {
		return err
	}
	pending, err := tx.FindPendingRenewal(ctx, contract.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("pending renewal: %w", err)
	}
	if err := tx.CancelOrder(ctx, c.core.Now(), pending.ID); err != nil {
		return fmt.Errorf("cancel renewal: %w", err)
	}
	return nil
}

// enqueueSubscriptionMail enqueues a mail about a seat's last term. refused is the number of the declined try that the mail is about, 0 for none.
func enqueueSubscriptionMail(tx *pg.Tx, s Seat, mail email.Kind, refused int) {
	tx.Enqueue(email.SubscriptionJob{
		SubscriptionID: s.ID().String(), Mail: mail, TermEnd: string(orders.EndsOn(s.SubscriptionTerm)), Try: refused,
	}, job.Options{})
}

// LockRenewed is the [payments.SubjectLock] of renewals. Its subject is a *db.Subscription.
func LockRenewed(b *db.Batch, orderID uuid.UUID) func() any {
	var contract *db.Subscription
	b.LockRenewed(&contract, orderID)
	return func() any {
		if contract == nil {
			return nil
		}
		return contract
	}
}
