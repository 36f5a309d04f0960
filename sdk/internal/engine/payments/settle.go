package payments

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Intervals of the settlement sweep. The provider settles once a day. settleEvery is shorter than a day, so that a daily sweep finds every attempt of
// the previous one due again.
const (
	settleEvery = 20 * time.Hour
	// settleAfterFailure is the time until an attempt is checked again after its result couldn't be stored.
	settleAfterFailure = time.Hour
	// settleLookBack is the period that is searched for refunds and disputes. Sweeps may fail for as long without missing any.
	settleLookBack = 10 * 24 * time.Hour
)

// Settle implements [payment.Client].
func (c *Engine) Settle(ctx context.Context) (*payment.SettleReport, error) {
	report := &payment.SettleReport{Moved: map[payment.AttemptState]int{}}
	if c.core.Gateway == nil { // a program that takes no payments
		return report, nil
	}
	for {
		due, err := c.core.Q.ListDueSettlements(ctx, c.core.Now(), gateway.MostFound)
		if err != nil {
			return report, fmt.Errorf("settle: %w", err)
		}
		attempts := make(map[string]db.PaymentAttempt, len(due))
		for _, row := range due {
			attempts[pg.OrEmpty(row.PaymentAttempt.TransactionID)] = row.PaymentAttempt
		}
		if err := c.settleBatch(ctx, attempts, nil, report); err != nil {
			return report, err
		}
		if len(due) < gateway.MostFound {
			break
		}
	}
	return report, errors.Join(c.settleFound(ctx, report), c.order.NumberReceipts(ctx))
}

// settleFound searches for refunds and disputes of payments that are otherwise final.
func (c *Engine) settleFound(ctx context.Context, report *payment.SettleReport) error {
	since := c.core.Now().Add(-settleLookBack)
	call, cancel := context.WithTimeout(ctx, 10*time.Minute) // one call for each page
	defer cancel()
	disputed, err := c.core.Gateway.FindDisputedSince(call, since)
	if err != nil {
		return fmt.Errorf("settle: disputed payments: %w", err)
	}
	known := map[string]gateway.Transaction{}
	var sales []string
	for _, t := range disputed {
		known[t.ID] = t
		sales = append(sales, t.ID)
	}
	credits, err := c.core.Gateway.FindRefundsSince(call, since)
	if err != nil {
		return fmt.Errorf("settle: refunds: %w", err)
	}
	for _, t := range credits {
		if _, _, ours := payment.ParseGatewayOrderID(t.OrderID); ours && t.RefundOf != "" && !slices.Contains(sales, t.RefundOf) {
			sales = append(sales, t.RefundOf)
		}
	}
	for page := range slices.Chunk(sales, gateway.MostFound) {
		rows, err := c.core.Q.ListAttemptsOfTransactions(ctx, page)
		if err != nil {
			return fmt.Errorf("settle: attempts: %w", err)
		}
		attempts := make(map[string]db.PaymentAttempt, len(rows))
		for _, row := range rows {
			attempts[row.ProviderID] = row.PaymentAttempt
		}
		if err := c.settleBatch(ctx, attempts, known, report); err != nil {
			return err
		}
	}
	return nil
}

// settleBatch fetches the attempts' transactions, except the known ones, and stores the results.
func (c *Engine) settleBatch(ctx context.Context, attempts map[string]db.PaymentAttempt, known map[string]gateway.Transaction, report *payment.SettleReport) error {
	var missing []string
	for id := range attempts {
		if _, transactions := known[id]; !transactions {
			missing = append(missing, id)
		}
	}
	call, cancel := c.GatewayContext(ctx)
	found, err := c.core.Gateway.FindMany(call, missing)
	cancel()
	if err != nil {
		return fmt.Errorf("settle: %w", err)
	}
	transactions := maps.Clone(known)
	if transactions == nil {
		transactions = map[string]gateway.Transaction{}
	}
	for _, t := range found {
		transactions[t.ID] = t
	}
	for id, a := range attempts {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		report.Asked++
		err := c.settleAttempt(ctx, id, a, transactions, report)
		if err == nil {
			continue
		}
		if !errors.Is(err, errFenceLost) { // otherwise a refund is running
			report.Failed++
			c.core.Log.Error("settlement not stored", "attempt", a.ID, "error", err)
		}
		if err := c.core.Q.RescheduleSettlement(ctx, a.ID, c.core.Now().Add(settleAfterFailure)); err != nil {
			return fmt.Errorf("settle: ask again: %w", err)
		}
	}
	return nil
}

// settleAttempt stores the state of an attempt's transaction. It fetches one that the search missed: a missing result proves nothing.
func (c *Engine) settleAttempt(ctx context.Context, id string, a db.PaymentAttempt, transactions map[string]gateway.Transaction, report *payment.SettleReport) error {
	t, is := transactions[id]
	if !is {
		call, cancel := c.GatewayContext(ctx)
		defer cancel()
		var err error
		if t, err = c.core.Gateway.Find(call, id); err != nil {
			return err
		}
	}
	return c.followMoney(ctx, a, t, report)
}

// followMoney applies the provider's state of a captured transaction to its attempt. It returns errFenceLost if another process works on the attempt.
func (c *Engine) followMoney(ctx context.Context, a db.PaymentAttempt, t gateway.Transaction, report *payment.SettleReport) error {
	if !Matches(a, t) {
		c.core.Log.Error("payment's transaction doesn't match our request", "attempt", a.ID, "transaction", t.ID)
		return c.core.Q.RescheduleSettlement(ctx, a.ID, c.core.Now().Add(settleEvery))
	}
	credits, err := c.newCredits(ctx, a, t)
	if err != nil {
		return err
	}
	if len(settlementEvents(StateOf(a), t)) == 0 && len(t.Disputes) == 0 && len(credits) == 0 && !voidedThere(StateOf(a), t) {
		return c.watchOn(ctx, c.core.Q, a.ID, StateOf(a), t)
	}
	before, after, changed, taken := StateOf(a), StateOf(a), 0, 0
	err = c.decide(ctx, a, func(tx *pg.Tx, held *HeldOutcome) error {
		if c.core.Now().Before(held.LeaseUntil) {
			return errFenceLost
		}
		var err error
		changed, err = c.noteDisputes(ctx, tx.Queries, held.PaymentAttempt, t.Disputes)
		if err != nil {
			return err
		}
		for _, event := range settlementEvents(before, t) {
			if event == payment.EventDeclineSettlement { // the sale moved no money
				if err := c.noteMovement(ctx, tx.Queries, held.PaymentAttempt, movementVoid, t); err != nil {
					return err
				}
			}
			if err := c.moveAttempt(ctx, tx, held, event, string(t.Status)); err != nil {
				return err
			}
		}
		taken, err = c.takeOverRefunds(ctx, tx, held, t, credits)
		if err != nil {
			return err
		}
		if err := c.endRefundedBefore(ctx, tx, held); err != nil {
			return err
		}
		after = StateOf(held.PaymentAttempt)
		return c.watchOn(ctx, tx.Queries, a.ID, after, t)
	})
	if err != nil {
		return err
	}
	report.Disputes += changed
	report.Refunds += taken
	if after != before {
		report.Moved[after]++
	}
	return nil
}

// settlementEvents returns the events for a captured transaction's status and disputes, in their order.
func settlementEvents(state payment.AttemptState, t gateway.Transaction) []payment.AttemptEvent {
	var events []payment.AttemptEvent
	step := func(e payment.AttemptEvent) {
		if to, ok := nextState(state, e); ok {
			events, state = append(events, e), to
		}
	}
	switch t.Status {
	case gateway.SettlementDeclined:
		step(payment.EventDeclineSettlement)
	case gateway.Settled:
		step(payment.EventConfirmSettlement)
	}
	switch {
	case t.DisputeLost():
		step(payment.EventDispute)
		step(payment.EventLoseDispute)
	case t.Disputed():
		step(payment.EventDispute)
	case len(t.Disputes) > 0: // every dispute was won, or has taken no money
		step(payment.EventWinDispute)
	}
	return events
}

// watchOn schedules the next check at the provider, or ends the checks: once the money is final, only a search finds changes.
func (c *Engine) watchOn(ctx context.Context, q *db.Queries, id uuid.UUID, state payment.AttemptState, t gateway.Transaction) error {
	open := slices.ContainsFunc(t.Disputes, func(d gateway.Dispute) bool { return !d.State.Decided() })
	var err error
	if open || state == payment.AttemptCaptured || state == payment.AttemptDisputed {
		err = q.RescheduleSettlement(ctx, id, c.core.Now().Add(settleEvery))
	} else {
		err = q.EndSettlement(ctx, id)
	}
	if err != nil {
		return fmt.Errorf("settlement of attempt %s: %w", id, err)
	}
	return nil
}

// settleOne checks one captured payment at the provider, after a webhook.
//
// Faults: [payment.Unavailable] if the provider doesn't respond, [fault.InProgress] if another process works on the payment.
func (c *Engine) settleOne(ctx context.Context, a db.PaymentAttempt) error {
	call, cancel := c.GatewayContext(ctx)
	defer cancel()
	t, err := c.core.Gateway.Find(call, pg.OrEmpty(a.TransactionID))
	if err != nil {
		return fault.New(payment.Unavailable.Kind, payment.Unavailable.Code, err)
	}
	err = c.followMoney(ctx, a, t, &payment.SettleReport{Moved: map[payment.AttemptState]int{}})
	if errors.Is(err, errFenceLost) { // another process has moved it, or is refunding it
		return fault.InProgress
	}
	return err
}
