package sdk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// errRenewalOver means that the renewal was cancelled while it was being paid: the money is given back.
var errRenewalOver = errors.New("the renewal was cancelled meanwhile")

// placeRenewal is the purpose's place of renewals: it starts the next term.
func (c *Client) placeRenewal(ctx context.Context, q *db.Queries, tx pgx.Tx, held *heldOutcome, _ GatewayTransaction, _ string) (any, error) {
	order := held.order
	all, _ := held.subject.([]db.Subscription)
	seats := renewing(all)
	if len(seats) == 0 || len(seats) != int(order.Seats) || seats[0].ID != *order.RenewsID || !seats[0].EndsAt.Equal(*order.TermStartsAt) {
		return nil, &unplaceableError{errRenewalOver}
	}
	return nil, c.startNextTerm(ctx, q, tx, order, seats, &held.PaymentAttempt)
}

// startNextTerm places the order: the term moves on, and receipts, capture and mail follow.
func (c *Client) startNextTerm(ctx context.Context, q *db.Queries, tx pgx.Tx, order db.Order, seats []db.Subscription, held *db.PaymentAttempt) error {
	now, lead := c.now(), seats[0]
	n, err := q.PlaceOrder(ctx, &lead.PayerAccountID, &lead.FamilyID, &now, order.ID)
	if err != nil {
		return fmt.Errorf("place renewal: %w", err)
	}
	if n == 0 {
		return fmt.Errorf("place renewal %s: it isn't pending", order.ID)
	}
	order.State, order.PlacedAt, order.AccountID, order.FamilyID = string(OrderPlaced), &now, &lead.PayerAccountID, &lead.FamilyID
	start := *order.TermStartsAt
	end := termEnd(start, int(order.Years))
	n, err = q.RenewSubscriptions(ctx, db.RenewSubscriptionsParams{OrderID: order.ID, StartsAt: start, EndsAt: end, Now: now, Ids: seatIDs(seats)})
	if err != nil {
		return fmt.Errorf("next term: %w", err)
	}
	if int(n) != len(seats) {
		return fmt.Errorf("next term of order %s: %d of %d seats", order.ID, n, len(seats))
	}
	receipt, err := payerReceipt(order, held)
	if err != nil {
		return err
	}
	receipt.EndsAt = end.Format(time.RFC3339)
	receipt.RenewsAt = receipt.EndsAt
	id, err := insertReceipt(ctx, q, order, lead.PayerAccountID, receiptPayer, receipt)
	if err != nil {
		return err
	}
	for _, s := range seats {
		if s.AccountID != lead.PayerAccountID {
			if _, err := insertReceipt(ctx, q, order, s.AccountID, receiptCoParent, coParentReceipt(receipt)); err != nil {
				return err
			}
		}
	}
	for _, job := range []Job{CaptureJob{AttemptID: held.ID.String()}, ReceiptMailJob{ReceiptID: id.String()}} {
		if err := c.enqueue(ctx, tx, job, JobOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// freeRenewal lets the seats of a renewal go that wasn't placed, and gives those that still renew.
func (c *Client) freeRenewal(ctx context.Context, q *db.Queries, order db.Order) ([]db.Subscription, error) {
	all, err := q.LockSeats(ctx, *order.RenewsID)
	if err != nil {
		return nil, fmt.Errorf("seats of renewal: %w", err)
	}
	if err := q.FreeRenewal(ctx, c.now(), seatIDs(all)); err != nil {
		return nil, fmt.Errorf("free renewal: %w", err)
	}
	return renewing(all), nil
}

// forgoRenewal is the purpose's givenBack of renewals.
func (c *Client) forgoRenewal(ctx context.Context, q *db.Queries, order db.Order) error {
	_, err := c.freeRenewal(ctx, q, order)
	return err
}

// followRenewal does what an attempt's new state means for a renewal that isn't placed: it is tried again,
// or the subscription lapses.
func (c *Client) followRenewal(ctx context.Context, q *db.Queries, tx pgx.Tx, held *heldOutcome, _, _ attemptRule) error {
	order, state := held.order, AttemptState(held.State)
	if order.State != string(OrderPending) || !slices.Contains([]AttemptState{AttemptAborted, AttemptAbsent, AttemptDeclined, AttemptVoided}, state) {
		return nil
	}
	seats, err := c.freeRenewal(ctx, q, order)
	if err != nil {
		return err
	}
	lapses := false
	switch {
	case len(seats) == 0: // cancelled meanwhile
	case state == AttemptVoided: // an operator has ended it
		if _, err := q.StopRenewal(ctx, c.now(), seatIDs(seats)); err != nil {
			return fmt.Errorf("stop renewal: %w", err)
		}
		seats = nil
	case state == AttemptDeclined:
		if lapses, err = c.renewalRefused(ctx, q, tx, seats); err != nil {
			return err
		}
	}
	if lapses || len(seats) == 0 || seats[0].ID != *order.RenewsID { // nobody tries this order again
		if err := q.CancelOrder(ctx, c.now(), order.ID); err != nil {
			return fmt.Errorf("cancel renewal: %w", err)
		}
	}
	return nil
}

// renewalRefused puts a renewal off that the provider refused, or lets the seats lapse after the last try.
func (c *Client) renewalRefused(ctx context.Context, q *db.Queries, tx pgx.Tx, seats []db.Subscription) (lapses bool, err error) {
	lead, now := seats[0], c.now()
	tries := lead.RenewalTries + 1
	next, again := c.cfg.Renewal.nextTry(lead.EndsAt, now, int(tries))
	if !again {
		if err := q.LapseSubscriptions(ctx, tries, now, seatIDs(seats)); err != nil {
			return true, fmt.Errorf("lapse: %w", err)
		}
		for _, s := range seats { // who only uses a seat is told, too
			if err := c.enqueueSubscriptionMail(ctx, tx, s, MailRenewalLapsed); err != nil {
				return true, err
			}
		}
		return true, nil
	}
	if err := q.PostponeRenewal(ctx, next, tries, now, seatIDs(seats)); err != nil {
		return false, fmt.Errorf("postpone renewal: %w", err)
	}
	if tries > 1 {
		return false, nil // the payer knows
	}
	return false, c.enqueueSubscriptionMail(ctx, tx, lead, MailRenewalDeclined)
}

// enqueueSubscriptionMail leaves a mail about a subscription's present term.
func (c *Client) enqueueSubscriptionMail(ctx context.Context, tx pgx.Tx, s db.Subscription, mail MailKind) error {
	return c.enqueue(ctx, tx, SubscriptionMailJob{
		SubscriptionID: s.ID.String(), Mail: mail, TermEnd: termDay(s.EndsAt),
	}, JobOptions{})
}
