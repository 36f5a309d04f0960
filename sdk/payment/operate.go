package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/text"
)

// AttemptNotFound is the fault of a payment attempt that isn't there.
var AttemptNotFound = fault.New(fault.NotFound, "payment_attempt_not_found", nil)

// AttemptNotRefundable is the fault of refunding an attempt that holds no money, or whose money isn't
// settled in a way that can be given back.
var AttemptNotRefundable = fault.New(fault.Conflict, "payment_not_refundable", nil)

// Attempt is one try at the provider, as operators see it: ids and amounts, never a person.
type Attempt struct {
	ID             string              `json:"id"`
	OrderID        string              `json:"orderId"`
	RegistrationID string              `json:"registrationId,omitempty"`
	GatewayOrderID string              `json:"gatewayOrderId"`
	State          AttemptState        `json:"state"`
	OrderState     order.State         `json:"orderState"`
	Amount         string              `json:"amount" doc:"Decimal"`
	Currency       string              `json:"currency"`
	PaymentType    gateway.PaymentType `json:"paymentType"`
	TransactionID  string              `json:"transactionId,omitempty"`
	CardLastFour   string              `json:"cardLastFour,omitempty"`
	DeclineCode    text.Code           `json:"declineCode,omitempty"`
	Searches       int                 `json:"searches" doc:"Searches at the provider that found nothing"`
	CreatedAt      time.Time           `json:"createdAt"`
	UpdatedAt      time.Time           `json:"updatedAt"`
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
	Changes  []AttemptChange `json:"changes"`
	Refunds  []Refund        `json:"refunds"`
	Disputes []Dispute       `json:"disputes"`
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
		return nil, Invalid
	}
	before, err := core.OlderThan(f.Before, AttemptNotFound)
	if err != nil {
		return nil, err
	}
	rows, err := c.listAttempts(ctx, f.State, before, core.Listed(f.Limit, core.MostListed))
	if err != nil {
		return nil, fmt.Errorf("list payment attempts: %w", err)
	}
	out := make([]Attempt, len(rows))
	for i, r := range rows {
		out[i] = attemptOf(r.PaymentAttempt, r.RegistrationID, r.OrderState)
	}
	return out, nil
}

// listAttempts finds those that somebody has to work on by an index of their own: there are few, among all that there were.
func (c *Client) listAttempts(ctx context.Context, state AttemptState, before uuid.UUID, batch int32) ([]db.ListAttemptsRow, error) {
	if !state.Unsettled() {
		return c.core.Q.ListAttempts(ctx, db.ListAttemptsParams{
			State: pg.Optional(string(state.stored())), BeforeID: before, Batch: batch,
			Settled: state == AttemptSettled, Unsettled: state == AttemptCaptured, Lost: state == AttemptLost, Undecided: state == AttemptDisputed,
		})
	}
	rows, err := c.core.Q.ListUnsettledAttempts(ctx, string(state), before, batch)
	out := make([]db.ListAttemptsRow, len(rows))
	for i, r := range rows {
		out[i] = db.ListAttemptsRow(r)
	}
	return out, err
}

// Attempt returns one attempt with everything that happened to it. Fault: [AttemptNotFound].
func (c *Client) Attempt(ctx context.Context, id string) (*AttemptDetail, error) {
	a, order, err := c.findAttempt(ctx, id)
	if err != nil {
		return nil, err
	}
	events, err := c.core.Q.ListPaymentEvents(ctx, a.ID)
	if err != nil {
		return nil, fmt.Errorf("payment events: %w", err)
	}
	out := &AttemptDetail{Attempt: attemptOf(a, order.RegistrationID, order.State), Changes: make([]AttemptChange, len(events))}
	if out.Refunds, err = c.refundsOf(ctx, a); err != nil {
		return nil, err
	}
	if out.Disputes, err = c.disputesOf(ctx, a); err != nil {
		return nil, err
	}
	for i, e := range events {
		out.Changes[i] = AttemptChange{
			At: e.At.UTC(), Event: AttemptEvent(e.Event), From: AttemptState(e.FromState), To: AttemptState(e.ToState), Fence: e.Fence, Detail: pg.OrEmpty(e.Detail),
		}
	}
	return out, nil
}

func attemptOf(a db.PaymentAttempt, registrationID *uuid.UUID, orderState string) Attempt {
	out := Attempt{
		ID: a.ID.String(), OrderID: a.OrderID.String(), GatewayOrderID: GatewayOrderID(a.OrderID, a.Number),
		State: StateOf(a), OrderState: order.State(orderState),
		Amount: AttemptAmount(a).Decimal(), Currency: a.Currency, PaymentType: gateway.PaymentType(a.PaymentType), TransactionID: pg.OrEmpty(a.TransactionID),
		CardLastFour: pg.OrEmpty(a.LastFour), DeclineCode: text.Code(pg.OrEmpty(a.DeclineCode)), Searches: int(a.Searches),
		CreatedAt: a.CreatedAt.UTC(), UpdatedAt: a.UpdatedAt.UTC(),
	}
	if registrationID != nil {
		out.RegistrationID = registrationID.String()
	}
	return out
}

func (c *Client) findAttempt(ctx context.Context, id string) (db.PaymentAttempt, db.Order, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return db.PaymentAttempt{}, db.Order{}, AttemptNotFound
	}
	a, err := c.core.Q.GetAttempt(ctx, parsed)
	if errors.Is(err, pgx.ErrNoRows) {
		return a, db.Order{}, AttemptNotFound
	}
	if err != nil {
		return a, db.Order{}, fmt.Errorf("payment attempt: %w", err)
	}
	order, err := c.core.Q.GetOrder(ctx, a.OrderID)
	if err != nil {
		return a, order, fmt.Errorf("order of attempt: %w", err)
	}
	return a, order, nil
}

// ReconcileNow advances an attempt as far as possible on behalf of an operator: it doesn't wait for another process's
// lease to end, and resumes an attempt in review. Fault: [AttemptNotFound].
func (c *Client) ReconcileNow(ctx context.Context, id string) (*AttemptDetail, error) {
	a, placed, err := c.findAttempt(ctx, id)
	if err != nil {
		return nil, err
	}
	now := c.core.Now()
	a, err = c.core.Q.TakeOverAttempt(ctx, now, now, a.ID) // the lease and the old fence end now
	if err != nil {
		return nil, fmt.Errorf("take over payment attempt: %w", err)
	}
	if StateOf(a) == AttemptReview {
		event := EventLose
		if placed.State == string(order.Placed) {
			event = EventCapture
		}
		err := c.afterSearch(ctx, a, func(q *db.Queries, tx pgx.Tx, held *HeldOutcome) error {
			held.CaptureTries, held.Searches = 0, 0
			return c.moveAttempt(ctx, q, tx, held, event, "operator")
		})
		if err != nil {
			return nil, err
		}
	}
	if err := c.Reconcile(ctx, id); err != nil {
		return nil, err
	}
	return c.Attempt(ctx, id)
}
