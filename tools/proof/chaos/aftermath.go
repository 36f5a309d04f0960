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

// settledSale is a captured payment of somebody whose card isn't kept: their subscription doesn't renew, so that nothing else moves it.
type settledSale struct {
	Attempt, Transaction string
	Minor                int64
	Currency             string
}

// aSale picks one. What a person or a bank does to it is up to happen.
const aSale = `SELECT a.id::text, a.transaction_id, a.amount_minor, a.currency FROM payment_attempts a JOIN orders o ON o.id = a.order_id
	WHERE a.state = 'captured' AND o.state = 'placed' AND o.registration_id IS NOT NULL AND NOT o.store_payment ORDER BY random() LIMIT 1`

// aftermath is what happens to captured money while everything else goes on.
type aftermath struct {
	w       *world
	rand    *rand.Rand
	refunds []requestedRefund
	// asked is how many refunds of each sale were asked for, here and in the provider's control panel.
	asked map[string]int
	// disputed are the sales whose bank took the money once: what it has decided stays decided.
	disputed map[string]bool
}

// requestedRefund is repeated under its key until the answer is clear.
type requestedRefund struct {
	sale settledSale
	in   payment.RefundInput
}

// afterCapture settles, refunds and disputes until the context ends; the channel is closed then.
func (w *world) afterCapture(ctx context.Context) <-chan struct{} {
	w.after = &aftermath{w: w, rand: rand.New(rand.NewPCG(w.o.Seed, 3)), asked: map[string]int{}, disputed: map[string]bool{}} //nolint:gosec // what happens, not a secret
	done := make(chan struct{})
	go func() {
		defer close(done)
		next := time.Now().Add(sweepEvery)
		for ctx.Err() == nil && !w.calm.Load() {
			// Each of these may fail: Postgres may just be dead, or the provider. A later turn, or the last sweep, does it.
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

// Pauses between two sweeps. A sweep asks about everything since the beginning, as if it were the next day: in a long run it gets a tenth of the time.
const (
	sweepEvery = 2500 * time.Millisecond
	sweepShare = 9
)

// settled is the provider's status of money that is ours.
const settled = "settled"

// part is less than half of a sale.
func (a *aftermath) part(s settledSale) money.Amount {
	return money.New(1+a.rand.Int64N(max(1, s.Minor/2)), money.Currency(s.Currency))
}

// happen does something to one sale.
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
	case 1, 2: // the whole, which voids what isn't settled yet
		a.request(s, payment.RefundInput{Reason: "all of it"})
	case 3, 4:
		_ = provider.Settle(s.Transaction, settled) // unless it is
		a.request(s, payment.RefundInput{Amount: a.part(s).Decimal(), Reason: "a part"})
	case 5:
		_ = provider.Settle(s.Transaction, settled)
		part := a.part(s)
		if _, err := provider.Refund(s.Transaction, part.Decimal()); err == nil {
			a.asked[s.Transaction]++
			a.w.note("refunds in the control panel")
		}
	case 6:
		_ = provider.Settle(s.Transaction, settled)
	default:
		a.dispute(ctx, s, what)
	}
}

// dispute lets a bank ask, take the money, give it back or keep it. Every second webhook of it gets lost.
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

// request has an operator refund, under a key of its own.
func (a *aftermath) request(s settledSale, in payment.RefundInput) {
	in.Key = fmt.Sprintf("chaos-%d", a.w.newNumber())
	a.refunds = append(a.refunds, requestedRefund{s, in})
	a.asked[s.Transaction]++
	a.w.note("refunds asked for")
}

// repeatRefunds sends every refund that has no clear answer yet (again).
func (a *aftermath) repeatRefunds(ctx context.Context) {
	rest := a.refunds[:0]
	for _, r := range a.refunds {
		_, err := a.w.client.Payment.Refund(ctx, r.sale.Attempt, r.in)
		switch {
		case err == nil:
			a.w.note("refunds given")
		case errors.Is(err, payment.RefundTooMuch), errors.Is(err, payment.AttemptNotRefundable): // disputed meanwhile, or nothing is left
			a.w.note("refunds refused")
		default:
			rest = append(rest, r)
		}
	}
	a.refunds = rest
}

// sweep asks the provider about everything, as if a day had passed, twice concurrently.
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

// finish repeats what is unclear until nothing is, once nothing fails any more.
func (a *aftermath) finish(ctx context.Context) error {
	var swept error // a search may be too slow for its deadline while everything else ends
	for started := time.Now(); time.Since(started) < settleLimit; pause(ctx, 100*time.Millisecond) {
		a.repeatRefunds(ctx)
		if swept = a.sweep(ctx); swept == nil && len(a.refunds) == 0 {
			return nil
		}
	}
	return errors.Join(fmt.Errorf("chaos: %d refunds have no clear answer", len(a.refunds)), swept)
}

// compareAfterCapture checks that nobody was given back more often than was asked for, and that subscriptions follow the money. That refunds,
// disputes and settlements are the same on both sides the audit says.
func (w *world) compareAfterCapture(ctx context.Context, f *Figures) error {
	credits := map[string]int{}
	for _, e := range w.ledger.Ledger().Transactions {
		if e.RefundOf != "" {
			credits[e.RefundOf]++
		}
	}
	for sale, n := range credits {
		if n > w.after.asked[sale] {
			f.fault(&f.RefundedTwice, "%s was refunded %d times, and asked for %d times", sale, n, w.after.asked[sale])
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
