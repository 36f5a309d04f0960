package payments

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/text"
)

// Attempts implements [payment.Client].
func (c *Engine) Attempts(ctx context.Context, f payment.AttemptFilter) ([]payment.Attempt, error) {
	if f.State != "" && !slices.Contains(payment.AttemptStates, f.State) {
		return nil, payment.Invalid
	}
	before, err := core.OlderThan(f.Before, payment.AttemptNotFound)
	if err != nil {
		return nil, err
	}
	rows, err := c.listAttempts(ctx, f.State, before, core.Listed(f.Limit, core.MostListed))
	if err != nil {
		return nil, fmt.Errorf("list payment attempts: %w", err)
	}
	out := make([]payment.Attempt, len(rows))
	for i, r := range rows {
		out[i] = attemptOf(r.PaymentAttempt, r.RegistrationID, r.OrderState)
	}
	return out, nil
}

// listAttempts lists unsettled attempts through an index of their own: they are few among all attempts.
func (c *Engine) listAttempts(ctx context.Context, state payment.AttemptState, before uuid.UUID, batch int32) ([]db.ListAttemptsRow, error) {
	if !IsUnsettled(state) {
		return c.core.Q.ListAttempts(ctx, db.ListAttemptsParams{
			State: pg.Optional(string(isStored(state))), BeforeID: before, Batch: batch,
			Settled: state == payment.AttemptSettled, Unsettled: state == payment.AttemptCaptured, Lost: state == payment.AttemptLost, Undecided: state == payment.AttemptDisputed,
		})
	}
	rows, err := c.core.Q.ListUnsettledAttempts(ctx, string(state), before, batch)
	out := make([]db.ListAttemptsRow, len(rows))
	for i, r := range rows {
		out[i] = db.ListAttemptsRow(r)
	}
	return out, err
}

// Attempt implements [payment.Client].
func (c *Engine) Attempt(ctx context.Context, id string) (*payment.AttemptDetail, error) {
	a, o, err := c.findAttempt(ctx, id)
	if err != nil {
		return nil, err
	}
	events, err := c.core.Q.ListPaymentEvents(ctx, a.ID)
	if err != nil {
		return nil, fmt.Errorf("payment events: %w", err)
	}
	out := &payment.AttemptDetail{Attempt: attemptOf(a, o.RegistrationID, o.State), Changes: make([]payment.AttemptChange, len(events))}
	if out.Refunds, err = c.refundsOf(ctx, a); err != nil {
		return nil, err
	}
	if out.Disputes, err = c.disputesOf(ctx, a); err != nil {
		return nil, err
	}
	for i, e := range events {
		out.Changes[i] = payment.AttemptChange{
			At: e.At.UTC(), Event: payment.AttemptEvent(e.Event), From: payment.AttemptState(e.FromState), To: payment.AttemptState(e.ToState), Fence: e.Fence, Detail: pg.OrEmpty(e.Detail),
		}
	}
	return out, nil
}

func attemptOf(a db.PaymentAttempt, registrationID *uuid.UUID, orderState string) payment.Attempt {
	out := payment.Attempt{
		ID: a.ID.String(), OrderID: a.OrderID.String(), GatewayOrderID: payment.GatewayOrderID(a.OrderID, a.Number),
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

func (c *Engine) findAttempt(ctx context.Context, id string) (db.PaymentAttempt, db.Order, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return db.PaymentAttempt{}, db.Order{}, payment.AttemptNotFound
	}
	a, err := c.core.Q.GetAttempt(ctx, parsed)
	if errors.Is(err, pgx.ErrNoRows) {
		return a, db.Order{}, payment.AttemptNotFound
	}
	if err != nil {
		return a, db.Order{}, fmt.Errorf("payment attempt: %w", err)
	}
	o, err := c.core.Q.GetOrder(ctx, a.OrderID)
	if err != nil {
		return a, o, fmt.Errorf("order of attempt: %w", err)
	}
	return a, o, nil
}

// ReconcileNow implements [payment.Client].
func (c *Engine) ReconcileNow(ctx context.Context, id string) (*payment.AttemptDetail, error) {
	a, placed, err := c.findAttempt(ctx, id)
	if err != nil {
		return nil, err
	}
	now := c.core.Now()
	a, err = c.core.Q.TakeOverAttempt(ctx, now, now, a.ID) // the lease and the old fence end now
	if err != nil {
		return nil, fmt.Errorf("take over payment attempt: %w", err)
	}
	if StateOf(a) == payment.AttemptReview {
		event := payment.EventLose
		if placed.State == string(order.Placed) {
			event = payment.EventCapture
		}
		err := c.afterSearch(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
			held.CaptureTries, held.Searches = 0, 0
			return c.moveAttempt(ctx, tx, held, event, "operator")
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
