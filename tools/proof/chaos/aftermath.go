package chaos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
)

// settledSale is a captured payment without a card on file. Its subscription doesn't renew, so nothing else changes it.
type settledSale struct {
	Attempt, Transaction string
	Minor                int64
	Currency             string
}

// aSale picks one. happen draws its fate.
const aSale = `SELECT a.id::text, a.transaction_id, a.amount_minor, a.currency FROM payment_attempts a JOIN orders o ON o.id = a.order_id
	WHERE a.state = 'captured' AND o.state = 'placed' AND o.registration_id IS NOT NULL AND NOT o.store_payment ORDER BY random() LIMIT 1`

// aftermath refunds, settles and disputes captured money while everything else goes on.
type aftermath struct {
	w       *world
	rand    *rand.Rand
	refunds []requestedRefund
	// requested counts the refunds that were requested for each sale, here and in the provider's control panel.
	requested map[string]int
	// disputed are the sales whose bank took the money once. The bank's decision is final.
	disputed map[string]bool
}

// requestedRefund is repeated under its key until the reply is clear.
type requestedRefund struct {
	sale settledSale
	in   payment.RefundInput
}

// afterCapture settles, refunds and disputes until the context ends; the channel is closed then.
func (w *world) afterCapture(ctx context.Context) <-chan struct{} {
	w.after = &aftermath{w: w, rand: rand.New(rand.NewPCG(w.o.Seed, 3)), requested: map[string]int{}, disputed: map[string]bool{}} //nolint:gosec // random choices, not a secret
	done := make(chan struct{})
	go func() {
		defer close(done)
		next := time.Now().Add(sweepEvery)
		for ctx.Err() == nil && !w.calm.Load() {
			// Each of these may fail while Postgres or the provider is down. A later turn, or the last sweep, makes up for it.
			w.after.happen(ctx)
			w.after.repeatRefunds(ctx)
			if began := time.Now(); began.After(next) {
				_ = w.after.sweep(ctx)
				next = time.Now().Add(max(sweepEvery, sweepShare*time.Since(began)))
			}
			pause(ctx, 300*time.Millisecond)
		}
	}()
	return done
}

// Pauses between two sweeps. A sweep looks up every sale since the beginning, as if it were the next day. In a long run it gets a tenth of the time.
const (
	sweepEvery = 2500 * time.Millisecond
	sweepShare = 9
)

// settled is the provider's status of money that has arrived.
const settled = "settled"

// part returns less than half of a sale.
func (a *aftermath) part(s settledSale) money.Amount {
	return money.New(1+a.rand.Int64N(max(1, s.Minor/2)), money.Currency(s.Currency))
}

// happen draws one sale and one event for it.
func (a *aftermath) happen(ctx context.Context) {
	var s settledSale
	if err := a.w.pool.QueryRow(ctx, aSale).Scan(&s.Attempt, &s.Transaction, &s.Minor, &s.Currency); err != nil {
		return
	}
	provider := a.w.ledger
	switch what := a.rand.IntN(10); what {
	case 0:
		if provider.DeclineSettlement(s.Transaction) == nil {
			a.w.note("settlements declined")
		}
	case 1, 2: // the full amount; voids an unsettled sale
		a.request(s, payment.RefundInput{Reason: "all of it"})
	case 3, 4:
		_ = provider.Settle(s.Transaction, settled) // fails if it is settled already
		a.request(s, payment.RefundInput{Amount: a.part(s).Decimal(), Reason: "a part"})
	case 5:
		_ = provider.Settle(s.Transaction, settled)
		part := a.part(s)
		if _, err := provider.Refund(s.Transaction, part.Decimal()); err == nil {
			a.requested[s.Transaction]++
			a.w.note("refunds in the control panel")
		}
	case 6:
		_ = provider.Settle(s.Transaction, settled)
	default:
		a.dispute(ctx, s, what)
	}
}

// dispute lets a bank inquire, take the money, return it or keep it. Every second webhook of a dispute gets lost.
func (a *aftermath) dispute(ctx context.Context, s settledSale, what int) {
	provider := a.w.ledger
	_ = provider.Settle(s.Transaction, settled)
	if what == 7 {
		if _, err := provider.OpenDispute(sandbox.NewDispute{TransactionID: s.Transaction, Kind: sandbox.DisputeRetrieval}); err == nil {
			a.w.note("inquiries of banks")
		}
		return
	}
	if a.disputed[s.Transaction] {
		return
	}
	a.disputed[s.Transaction] = true
	kinds := [][]string{{"dispute_opened"}, {"dispute_opened", "dispute_won"}, {"dispute_opened", "dispute_lost"}, {"dispute_lost"}}[a.rand.IntN(4)]
	for _, kind := range kinds {
		hook, err := provider.Webhook(kind, s.Transaction)
		if err != nil {
			return
		}
		a.w.note("disputes: " + kind)
		if a.rand.IntN(2) == 0 {
			a.w.note("webhooks of disputes that got lost")
			continue
		}
		form := url.Values{"bt_signature": {hook.Signature}, "bt_payload": {hook.Payload}}.Encode()
		_ = a.w.hooks.post(ctx, a.w.api.servers[a.rand.IntN(len(a.w.api.servers))], form)
	}
}

// request has an operator refund a sale, under a new key.
func (a *aftermath) request(s settledSale, in payment.RefundInput) {
	in.Key = fmt.Sprintf("chaos-%d", a.w.newNumber())
	a.refunds = append(a.refunds, requestedRefund{s, in})
	a.requested[s.Transaction]++
	a.w.note("refunds asked for")
}

// repeatRefunds sends every refund without a clear reply, again if need be.
func (a *aftermath) repeatRefunds(ctx context.Context) {
	rest := a.refunds[:0]
	for _, r := range a.refunds {
		_, err := a.w.client.Payment.Refund(ctx, r.sale.Attempt, r.in)
		switch {
		case err == nil:
			a.w.note("refunds given")
		case errors.Is(err, payment.RefundTooMuch), errors.Is(err, payment.AttemptNotRefundable): // disputed meanwhile, or refunded in full
			a.w.note("refunds refused")
		default:
			rest = append(rest, r)
		}
	}
	a.refunds = rest
}

// sweep reconciles every sale with the provider, as if a day had passed, twice concurrently.
func (a *aftermath) sweep(ctx context.Context) error {
	if _, err := a.w.pool.Exec(ctx, "UPDATE settlements SET ask_at = now() - interval '1 second'"); err != nil {
		return fmt.Errorf("chaos: sweep: %w", err)
	}
	other := make(chan error, 1)
	go func() {
		_, err := a.w.auditor.Payment.Settle(ctx)
		other <- err
	}()
	_, err := a.w.client.Payment.Settle(ctx)
	if second := <-other; err == nil {
		err = second
	}
	return err
}

// finish repeats unclear refunds until none is left. It runs when faults have ended.
func (a *aftermath) finish(ctx context.Context) error {
	var swept error // one search may exceed its deadline while the others succeed
	for started := time.Now(); time.Since(started) < settleLimit; pause(ctx, 100*time.Millisecond) {
		a.repeatRefunds(ctx)
		if swept = a.sweep(ctx); swept == nil && len(a.refunds) == 0 {
			return nil
		}
	}
	return errors.Join(fmt.Errorf("chaos: %d refunds have no clear answer", len(a.refunds)), swept)
}

// compareAfterCapture checks that no sale was refunded more often than requested, and that subscriptions follow the money. The audit compares
// refunds, disputes and settlements with the provider.
func (w *world) compareAfterCapture(ctx context.Context, f *Figures) error {
	credits := map[string]int{}
	for _, e := range w.ledger.Ledger().Transactions {
		if e.RefundOf != "" {
			credits[e.RefundOf]++
		}
	}
	for sale, n := range credits {
		if n > w.after.requested[sale] {
			f.fault(&f.RefundedTwice, "%s was refunded %d times, and asked for %d times", sale, n, w.after.requested[sale])
		}
	}
	const astray = `SELECT a.id::text || ' is ' || a.state || ', its subscription ' || s.state FROM payment_attempts a
		JOIN subscription_terms t ON t.order_id = a.order_id JOIN subscriptions s ON s.id = t.subscription_id AND s.term_starts_at = t.starts_at
		WHERE a.state IN ('captured', 'refunded', 'disputed', 'settlement_declined') AND s.state <> CASE
			WHEN a.state = 'captured' THEN 'active' WHEN a.state = 'refunded' OR a.lost_at IS NOT NULL THEN 'cancelled' ELSE 'suspended' END`
	rows, err := w.pool.Query(ctx, astray)
	if err != nil {
		return fmt.Errorf("chaos: subscriptions: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("chaos: subscriptions: %w", err)
	}
	for _, what := range found {
		f.fault(&f.Astray, "attempt %s", what)
	}
	return nil
}
