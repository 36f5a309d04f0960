package sandbox_test

import (
	"testing"

	braintree "github.com/braintree-go/braintree-go"
	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/money"
)

// A dispute of a part takes that part only, and gives it back once it is won.
func TestDisputeOfAPart(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	tx := b.mustSell(t, submitted)
	b.SettleAll()
	var got []int64
	held := func() {
		t.Helper()
		sums, err := b.Ledger().Held()
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, sums[money.Currency("USD")])
	}
	held()
	d, err := b.OpenDispute(sandbox.NewDispute{TransactionID: tx.Id, Amount: "20.00"})
	if err != nil || d.Amount != "20.00" {
		t.Fatalf("%+v, %v", d, err)
	}
	held()
	if _, err := b.DecideDispute(d.ID, "won"); err != nil {
		t.Fatal(err)
	}
	held()
	if diff := cmp.Diff([]int64{14999, 12999, 14999}, got); diff != "" {
		t.Errorf("held before it, during it, and after it is won (-want +got):\n%s", diff)
	}
}

// The nightly settlement also settles transactions that are settling already.
func TestSettlingTransactionsSettle(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{DuplicateWindow: -1})
	tx := b.mustSell(t, submitted)
	if err := b.Settle(tx.Id, "settling"); err != nil {
		t.Fatal(err)
	}
	first, second := b.SettleAll(), b.SettleAll()
	b.expect(t, "order-1 sale settled 149.99 USD")
	if first != 1 || second != 0 {
		t.Errorf("%d settled, and then %d; want 1 and 0", first, second)
	}
}

// A voided refund has moved no money: the sale can be refunded again, once.
func TestRefundAfterAVoidedOne(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	tx := b.mustSell(t, submitted)
	b.SettleAll()
	refund := func() (*braintree.Transaction, error) {
		return b.client.Transaction().Refund(t.Context(), tx.Id, braintree.NewDecimal(14999, 2))
	}
	credit, err := refund()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.client.Transaction().Void(t.Context(), credit.Id); err != nil {
		t.Fatal(err)
	}
	if _, err := refund(); err != nil {
		t.Errorf("after the void: %v", err)
	}
	if _, err := refund(); err == nil {
		t.Error("the sale is refunded twice")
	}
	b.expect(t, "order-1 sale settled 149.99 USD", "order-1 credit voided 149.99 USD", "order-1 credit submitted_for_settlement 149.99 USD")
}
