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
		return c.core.Q.ListAttempts(ctx, pg.Optional(string(state)), before, batch)
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
	for i, e := range events {
		out.Changes[i] = AttemptChange{
			At: e.At.UTC(), Event: AttemptEvent(e.Event), From: AttemptState(e.FromState), To: AttemptState(e.ToState), Fence: e.Fence, Detail: pg.OrEmpty(e.Detail),
		}
	}
	return out, nil
}

func attemptOf(a db.PaymentAttempt, registrationID *uuid.UUID, orderState string) Attempt {
	out := Attempt{
		ID: a.ID.String(), OrderID: a.OrderID.String(), GatewayOrderID: GatewayOrderID(a),
		State: AttemptState(a.State), OrderState: order.State(orderState),
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
	if AttemptState(a.State) == AttemptReview {
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

// Refund refunds the whole amount on behalf of an operator: an authorisation and a capture that
// isn't settled are voided, a settled one is refunded; so is what is in review and has a transaction. In
// either case the subscription ends. After a capture the attempt is refunded: codes and coupon stay spent, and the payer gets
// a mail. Otherwise it is voided: codes and coupon are released, and no mail is sent, since no money was taken. Calling it
// again changes nothing.
//
// Faults: [AttemptNotFound], [AttemptNotRefundable], [Unavailable] when the provider gives no
// clear answer: then call it again.
func (c *Client) Refund(ctx context.Context, id string) (*AttemptDetail, error) {
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
	if a, err = c.beginRefund(ctx, a, event); err != nil {
		return nil, err
	}
	given, back, callErr := c.giveMoneyBack(ctx, a)
	var refused *gateway.Decline
	isRefused := errors.As(callErr, &refused)
	err = c.afterSearch(ctx, a, func(q *db.Queries, tx pgx.Tx, held *HeldOutcome) error {
		if event == EventRefund {
			if err := c.endRefund(ctx, q, held, given, isRefused, back); err != nil {
				return err
			}
		}
		if !given {
			return c.saveAttempt(ctx, q, held)
		}
		return c.moveAttempt(ctx, q, tx, held, event, "operator")
	})
	if err != nil {
		return nil, err
	}
	switch {
	case !given && isRefused:
		return nil, fault.New(fault.Conflict, AttemptNotRefundable.Code, callErr)
	case !given:
		return nil, fault.New(fault.Unavailable, Unavailable.Code, callErr)
	}
	c.core.Log.Info("payment given back", "attempt", a.ID, "order", a.OrderID)
	return c.Attempt(ctx, id)
}

// beginRefund takes the attempt, and commits that its money is about to be given back.
func (c *Client) beginRefund(ctx context.Context, a db.PaymentAttempt, event AttemptEvent) (claimed db.PaymentAttempt, err error) {
	err = c.core.Tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		now := c.core.Now()
		claimed, err = q.ClaimAttempt(ctx, now.Add(c.config.Lease), now, a.ID)
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.InProgress
		}
		if err != nil {
			return fmt.Errorf("refund: claim: %w", err)
		}
		if event != EventRefund { // no money was taken
			return nil
		}
		return q.SendRefund(ctx, db.SendRefundParams{
			ID: pg.NewID(), AttemptID: a.ID, OrderID: a.OrderID, AmountMinor: a.AmountMinor, Currency: a.Currency, Fence: claimed.Fence, Now: now,
		})
	})
	return claimed, err
}

// endRefund writes down what came of a refund: the money that moved, the order's refunded amount, or why nothing did.
func (c *Client) endRefund(ctx context.Context, q *db.Queries, held *HeldOutcome, given, refused bool, back gateway.Transaction) error {
	state := "unknown"
	switch {
	case given:
		state = "done"
	case refused:
		state = "failed"
	}
	var credit *string
	if given && back.Credit {
		credit = &back.ID
	}
	if err := q.EndRefund(ctx, db.EndRefundParams{State: state, ProviderID: credit, Now: c.core.Now(), AttemptID: held.ID, Fence: held.Fence}); err != nil {
		return fmt.Errorf("end refund: %w", err)
	}
	if !given {
		return nil
	}
	if _, err := q.RefundOrder(ctx, c.core.Now(), held.OrderID); err != nil {
		return fmt.Errorf("refund order: %w", err)
	}
	kind := movementVoid
	if back.Credit {
		kind = movementRefund
	}
	return c.noteMovement(ctx, q, held.PaymentAttempt, kind, back)
}

// refundedAlready is the provider's code for a transaction that was refunded in full before.
const refundedAlready = "91512"

// giveMoneyBack voids or refunds the attempt's transaction, and reports whether nothing is held by it. back is the refund, or the
// transaction that was voided.
func (c *Client) giveMoneyBack(ctx context.Context, a db.PaymentAttempt) (given bool, back gateway.Transaction, err error) {
	transaction := pg.OrEmpty(a.TransactionID)
	if voided, err := c.voidTransaction(ctx, transaction); voided {
		return true, gateway.Transaction{ID: transaction, Amount: AttemptAmount(a), Status: gateway.Voided}, err
	}
	ctx, cancel := c.GatewayContext(ctx)
	defer cancel()
	t, err := c.core.Gateway.Refund(ctx, transaction, AttemptAmount(a))
	var refused *gateway.Decline
	if errors.As(err, &refused) && refused.ProcessorCode == refundedAlready {
		return c.earlierRefund(ctx, a)
	}
	t.Credit = true
	return err == nil && t.ID != "", t, err
}

// earlierRefund finds the refund whose answer was lost.
func (c *Client) earlierRefund(ctx context.Context, a db.PaymentAttempt) (found bool, back gateway.Transaction, err error) {
	all, err := c.core.Gateway.FindByOrderID(ctx, GatewayOrderID(a))
	if err != nil {
		return false, back, err
	}
	for _, t := range all {
		if t.Credit && !t.Status.Refused() {
			return true, t, nil
		}
	}
	return false, back, fmt.Errorf("refund of attempt %s: the provider has one, and doesn't find it", a.ID)
}
