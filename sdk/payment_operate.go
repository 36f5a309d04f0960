package sdk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// AttemptNotFound is the fault of a payment attempt that isn't there.
var AttemptNotFound = NewFault(FaultNotFound, "payment_attempt_not_found", nil)

// AttemptNotRefundable is the fault of refunding an attempt that holds no money, or whose money isn't
// settled in a way that can be given back.
var AttemptNotRefundable = NewFault(FaultConflict, "payment_not_refundable", nil)

// Attempt is one try at the provider, as operators see it: ids and amounts, never a person.
type Attempt struct {
	ID             string       `json:"id"`
	OrderID        string       `json:"orderId"`
	RegistrationID string       `json:"registrationId,omitempty"`
	GatewayOrderID string       `json:"gatewayOrderId"`
	State          AttemptState `json:"state"`
	OrderState     OrderState   `json:"orderState"`
	Amount         string       `json:"amount" doc:"Decimal"`
	Currency       string       `json:"currency"`
	PaymentType    PaymentType  `json:"paymentType"`
	TransactionID  string       `json:"transactionId,omitempty"`
	CardLastFour   string       `json:"cardLastFour,omitempty"`
	DeclineCode    text.Code    `json:"declineCode,omitempty"`
	Searches       int          `json:"searches" doc:"Searches at the provider that found nothing"`
	CreatedAt      time.Time    `json:"createdAt"`
	UpdatedAt      time.Time    `json:"updatedAt"`
}

// AttemptChange is one step of an attempt's life.
type AttemptChange struct {
	At     time.Time    `json:"at"`
	Event  AttemptEvent `json:"event"`
	From   AttemptState `json:"from"`
	To     AttemptState `json:"to"`
	Fence  int64        `json:"fence"`
	Detail string       `json:"detail,omitempty"`
}

// AttemptDetail is an attempt with its life so far.
type AttemptDetail struct {
	Attempt
	Changes []AttemptChange `json:"changes"`
}

// AttemptFilter chooses attempts. The zero value is the newest 500.
type AttemptFilter struct {
	State  AttemptState // empty: all
	Before string       // id of the last one seen; empty: from the newest
	Limit  int          // 1 to 500; 0 means 500
}

// Attempts lists payment attempts, newest first.
func (c *Client) Attempts(ctx context.Context, f AttemptFilter) ([]Attempt, error) {
	if f.State != "" && !slices.Contains(AttemptStates, f.State) {
		return nil, PaymentInvalid
	}
	before, err := olderThan(f.Before, AttemptNotFound)
	if err != nil {
		return nil, err
	}
	rows, err := c.q.ListAttempts(ctx, optional(string(f.State)), before, listed(f.Limit, mostListed))
	if err != nil {
		return nil, fmt.Errorf("list payment attempts: %w", err)
	}
	out := make([]Attempt, len(rows))
	for i, r := range rows {
		out[i] = attemptOf(db.PaymentAttempt{
			ID: r.ID, OrderID: r.OrderID, RegistrationID: r.RegistrationID, GatewayOrderID: r.GatewayOrderID, State: r.State,
			AmountMinor: r.AmountMinor, Currency: r.Currency, PaymentType: r.PaymentType, TransactionID: r.TransactionID,
			LastFour: r.LastFour, DeclineCode: r.DeclineCode, Searches: r.Searches, CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt,
		}, r.OrderState)
	}
	return out, nil
}

// Attempt gives one attempt with everything that happened to it. Fault: [AttemptNotFound].
func (c *Client) Attempt(ctx context.Context, id string) (*AttemptDetail, error) {
	a, order, err := c.findAttempt(ctx, id)
	if err != nil {
		return nil, err
	}
	events, err := c.q.ListPaymentEvents(ctx, a.ID)
	if err != nil {
		return nil, fmt.Errorf("payment events: %w", err)
	}
	out := &AttemptDetail{Attempt: attemptOf(a, order.State), Changes: make([]AttemptChange, len(events))}
	for i, e := range events {
		out.Changes[i] = AttemptChange{
			At: e.At.UTC(), Event: AttemptEvent(e.Event), From: AttemptState(e.FromState), To: AttemptState(e.ToState), Fence: e.Fence, Detail: orEmpty(e.Detail),
		}
	}
	return out, nil
}

func attemptOf(a db.PaymentAttempt, orderState string) Attempt {
	out := Attempt{
		ID: a.ID.String(), OrderID: a.OrderID.String(), GatewayOrderID: a.GatewayOrderID,
		State: AttemptState(a.State), OrderState: OrderState(orderState),
		Amount: attemptAmount(a).Decimal(), Currency: a.Currency, PaymentType: PaymentType(a.PaymentType), TransactionID: orEmpty(a.TransactionID),
		CardLastFour: orEmpty(a.LastFour), DeclineCode: text.Code(orEmpty(a.DeclineCode)), Searches: int(a.Searches),
		CreatedAt: a.CreatedAt.UTC(), UpdatedAt: a.UpdatedAt.UTC(),
	}
	if a.RegistrationID != nil {
		out.RegistrationID = a.RegistrationID.String()
	}
	return out
}

func (c *Client) findAttempt(ctx context.Context, id string) (db.PaymentAttempt, db.Order, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return db.PaymentAttempt{}, db.Order{}, AttemptNotFound
	}
	a, err := c.q.GetAttempt(ctx, parsed)
	if errors.Is(err, pgx.ErrNoRows) {
		return a, db.Order{}, AttemptNotFound
	}
	if err != nil {
		return a, db.Order{}, fmt.Errorf("payment attempt: %w", err)
	}
	order, err := c.q.GetOrder(ctx, a.OrderID)
	if err != nil {
		return a, order, fmt.Errorf("order of attempt: %w", err)
	}
	return a, order, nil
}

// ReconcileNow brings an attempt as far as it goes, at an operator's word: it doesn't wait for the lease
// of whoever works on it, and takes one in review up again. Fault: [AttemptNotFound].
func (c *Client) ReconcileNow(ctx context.Context, id string) (*AttemptDetail, error) {
	a, order, err := c.findAttempt(ctx, id)
	if err != nil {
		return nil, err
	}
	now := c.now()
	a, err = c.q.TakeOverAttempt(ctx, now, now, a.ID) // the lease ends at once, and with it the old fence
	if err != nil {
		return nil, fmt.Errorf("take over payment attempt: %w", err)
	}
	if AttemptState(a.State) == AttemptReview {
		event := EventLose
		if order.State == string(OrderPlaced) {
			event = EventCapture
		}
		err := c.afterSearch(ctx, a, func(q *db.Queries, tx pgx.Tx, held *heldOutcome) error {
			held.CaptureTries, held.Searches = 0, 0
			return c.moveAttempt(ctx, q, tx, held, event, "operator")
		})
		if err != nil {
			return nil, err
		}
	}
	if err := c.ReconcilePayment(ctx, id); err != nil {
		return nil, err
	}
	return c.Attempt(ctx, id)
}

// RefundPayment gives the whole amount back, at an operator's word: an authorisation and a capture that
// isn't settled are voided, a settled one is refunded; so is what is in review and has a transaction. The subscription ends and the order counts as
// refunded; codes and coupon stay spent after a refund. Calling it again changes nothing.
//
// Faults: [AttemptNotFound], [AttemptNotRefundable], [PaymentUnavailable] when the provider gives no
// clear answer: then call it again.
func (c *Client) RefundPayment(ctx context.Context, id string) (*AttemptDetail, error) {
	a, _, err := c.findAttempt(ctx, id)
	if err != nil {
		return nil, err
	}
	var event AttemptEvent
	switch AttemptState(a.State) {
	case AttemptRefunded, AttemptVoided:
		return c.Attempt(ctx, id)
	case AttemptAuthorised:
		event = EventVoid
	case AttemptReview:
		if a.TransactionID == nil { // nobody knows of any money: ask first
			return nil, AttemptNotRefundable
		}
		event = EventVoid
	case AttemptCaptured:
		event = EventRefund
	default:
		return nil, AttemptNotRefundable
	}
	a, err = c.q.ClaimAttempt(ctx, c.now().Add(c.cfg.Payment.Lease), c.now(), a.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, InProgress
	}
	if err != nil {
		return nil, fmt.Errorf("refund: claim: %w", err)
	}
	given, callErr := c.giveMoneyBack(ctx, a)
	err = c.afterSearch(ctx, a, func(q *db.Queries, tx pgx.Tx, held *heldOutcome) error {
		if !given {
			return c.saveAttempt(ctx, q, held.PaymentAttempt)
		}
		if event == EventRefund {
			if _, err := q.RefundOrder(ctx, c.now(), held.OrderID); err != nil {
				return fmt.Errorf("refund order: %w", err)
			}
		}
		return c.moveAttempt(ctx, q, tx, held, event, "operator")
	})
	if err != nil {
		return nil, err
	}
	var refused *GatewayDecline
	switch {
	case !given && errors.As(callErr, &refused):
		return nil, NewFault(FaultConflict, AttemptNotRefundable.Code, callErr)
	case !given:
		return nil, NewFault(FaultUnavailable, PaymentUnavailable.Code, callErr)
	}
	c.cfg.Log.Info("payment given back", "attempt", a.ID, "order", a.OrderID)
	return c.Attempt(ctx, id)
}

// refundedAlready is the provider's code for a transaction that was refunded in full before.
const refundedAlready = "91512"

// giveMoneyBack voids or refunds the attempt's transaction, and reports whether nothing is held by it.
func (c *Client) giveMoneyBack(ctx context.Context, a db.PaymentAttempt) (bool, error) {
	transaction := orEmpty(a.TransactionID)
	if voided, err := c.release(ctx, transaction); voided {
		return true, err
	}
	ctx, cancel := c.gatewayContext(ctx)
	defer cancel()
	t, err := c.cfg.Gateway.Refund(ctx, transaction, attemptAmount(a))
	var refused *GatewayDecline
	if errors.As(err, &refused) && refused.ProcessorCode == refundedAlready {
		return true, nil
	}
	return err == nil && t.ID != "", err
}
