package sandbox_test

import (
	"context"
	"slices"
	"testing"
	"time"

	braintree "github.com/braintree-go/braintree-go"
	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// submitted requests an immediate capture.
func submitted(r *braintree.TransactionRequest) {
	r.Options = &braintree.TransactionOptions{SubmitForSettlement: true}
}

// found returns the orders of the transactions in a search by status and day, newest first.
func (b *bench) found(t *testing.T, field string, from, to time.Time, statuses ...string) []string {
	t.Helper()
	q := new(braintree.SearchQuery)
	q.AddMultiField("status").Items = statuses
	when := q.AddTimeField(field)
	when.Min, when.Max = from, to
	result, err := b.client.Transaction().Search(t.Context(), q) //nolint:staticcheck // other people still search so
	if err != nil {
		t.Fatal(err)
	}
	orders := []string{}
	for _, tx := range result.Transactions {
		orders = append(orders, tx.OrderId)
	}
	return orders
}

// A captured transaction is settling after half of SettleAfter and then settled. A search by status and day returns it.
func TestSettlesByTheClock(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{SettleAfter: 24 * time.Hour})
	start := b.clock.at
	b.mustSell(t, submitted)
	b.mustSell(t, func(r *braintree.TransactionRequest) {
		submitted(r)
		r.OrderId, r.PaymentMethodNonce, r.Amount = "order-2", "fake-paypal-billing-agreement-nonce", braintree.NewDecimal(400100, 2)
	})
	b.mustSell(t, func(r *braintree.TransactionRequest) { r.OrderId = "order-3" })
	b.clock.at = start.Add(12*time.Hour - time.Second)
	b.expect(t, "order-1 sale submitted_for_settlement 149.99 USD", "order-2 sale settling 4001.00 USD", "order-3 sale authorized 149.99 USD")
	b.clock.at = start.Add(12 * time.Hour)
	b.expect(t, "order-1 sale settling 149.99 USD", "order-2 sale settling 4001.00 USD", "order-3 sale authorized 149.99 USD")
	b.clock.at = start.Add(48 * time.Hour)
	b.expect(t, "order-1 sale settled 149.99 USD", "order-2 sale settlement_declined 4001.00 USD", "order-3 sale authorized 149.99 USD")
	day := start.Add(24 * time.Hour)
	if got := b.found(t, "settled-at", day, day, "settled", "settlement_declined"); !slices.Equal(got, []string{"order-1"}) {
		t.Errorf("settled at its hour: %v", got)
	}
	if got := b.found(t, "settlement-declined-at", start, b.clock.at, "settlement_declined"); !slices.Equal(got, []string{"order-2"}) {
		t.Errorf("declined: %v", got)
	}
}

// A search with more results than one page returns them in batches.
func TestSearchInBatches(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{DuplicateWindow: -1})
	for range 51 {
		b.mustSell(t, submitted)
	}
	b.SettleAll()
	q := new(braintree.SearchQuery)
	q.AddMultiField("status").Items = []string{"settled"}
	ids, err := b.client.Transaction().SearchIDs(t.Context(), q)
	if err != nil || ids.PageCount != 2 {
		t.Fatalf("%+v, %v", ids, err)
	}
	seen := map[string]bool{}
	for page := 1; page <= ids.PageCount; page++ {
		p, err := b.client.Transaction().SearchPage(t.Context(), q, ids, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, tx := range p.Transactions {
			seen[tx.Id] = true
		}
	}
	if len(seen) != 51 {
		t.Errorf("%d transactions in two batches", len(seen))
	}
}

// One transaction can be moved to each status. A fault declines the next settlement.
func TestSettleOne(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{DuplicateWindow: -1})
	c := sandbox.NewClient(b.url)
	for _, to := range sandbox.SettlementStatuses {
		tx := b.mustSell(t, submitted)
		if n, err := c.Settle(t.Context(), tx.Id, to); n != 1 || err != nil {
			t.Fatalf("%s: %d, %v", to, n, err)
		}
		if got, err := b.client.Transaction().Find(t.Context(), tx.Id); err != nil || string(got.Status) != to {
			t.Errorf("%s: is %v, %v", to, got, err)
		}
	}
	for name, bad := range map[string][2]string{"unknown": {"nothing", "settled"}, "status": {b.mustSell(t, submitted).Id, "voided"}, "authorized": {b.mustSell(t, nil).Id, ""}} {
		if _, err := c.Settle(t.Context(), bad[0], bad[1]); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	b = newBench(t, sandbox.Options{SettleAfter: time.Hour})
	if err := b.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline, Operation: "settle", OrderID: "order-1"}); err != nil {
		t.Fatal(err)
	}
	b.mustSell(t, submitted)
	b.mustSell(t, func(r *braintree.TransactionRequest) { submitted(r); r.OrderId = "order-2" })
	b.clock.at = b.clock.at.Add(time.Hour)
	b.expect(t, "order-1 sale settlement_declined 149.99 USD", "order-2 sale settled 149.99 USD")
}

// Partial refunds, by the merchant's program and in the control panel, never exceed the sale.
func TestRefundsInParts(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	tx := b.mustSell(t, submitted)
	panel := sandbox.NewClient(b.url)
	if _, err := panel.Refund(context.Background(), tx.Id, ""); err == nil || err.Error() != "sandbox: Cannot refund a transaction unless it is settled." {
		t.Errorf("before it is settled: %v", err)
	}
	b.SettleAll()
	if _, err := b.client.Transaction().Refund(t.Context(), tx.Id, braintree.NewDecimal(5000, 2)); err != nil {
		t.Fatal(err)
	}
	if e, err := panel.Refund(t.Context(), tx.Id, "20.00"); err != nil || e.Amount != "20.00" || e.RefundOf != tx.Id || e.OrderID != "order-1" {
		t.Fatalf("%+v, %v", e, err)
	}
	if _, err := panel.Refund(t.Context(), tx.Id, "80.00"); err == nil || err.Error() != "sandbox: Refund amount is too large." {
		t.Errorf("one cent more: %v", err)
	}
	if _, err := panel.Refund(t.Context(), tx.Id, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := b.client.Transaction().Refund(t.Context(), tx.Id, braintree.NewDecimal(1, 2)); err == nil {
		t.Error("more was refunded than charged")
	}
	b.expect(t, "order-1 sale settled 149.99 USD", "order-1 credit submitted_for_settlement 50.00 USD",
		"order-1 credit submitted_for_settlement 20.00 USD", "order-1 credit submitted_for_settlement 79.99 USD")
	if diff := cmp.Diff([]sandbox.Sum{{Amount: "0.00", Currency: "USD"}}, b.Ledger().Captured); diff != "" {
		t.Errorf("captured (-want +got):\n%s", diff)
	}
	found, err := b.client.Transaction().Find(t.Context(), tx.Id)
	if err != nil || found.RefundIds == nil || len(*found.RefundIds) != 3 {
		t.Errorf("the sale names its refunds: %+v, %v", found, err)
	}
}
