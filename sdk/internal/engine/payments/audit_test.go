package payments_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
)

// busy is a provider that runs a function just before it answers the first search, and another just after.
type busy struct {
	gateway.Gateway
	before, after func()
}

func (b *busy) FindByOrderID(ctx context.Context, id string) ([]gateway.Transaction, error) {
	before, after := b.before, b.after
	b.before, b.after = nil, nil
	if before != nil {
		before()
	}
	found, err := b.Gateway.FindByOrderID(ctx, id)
	if after != nil {
		after()
	}
	return found, err
}

// An audit compares the state at one moment, even if a payment is captured between the reading of its row, the search and the response.
func TestAuditDuringCaptures(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]func(b *busy, f func()){
		"before the search": func(b *busy, f func()) { b.before = f },
		"before the answer": func(b *busy, f func()) { b.after = f },
	} {
		provider := &busy{}
		w := fixture.NewTill(t, fixture.WithGateway(provider, &provider.Gateway))
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		at(provider, func() { w.Work(t) })
		report := wantFindings(t, w)
		want := map[string]string{"USD": "158.99"}
		if diff := cmp.Diff(want, report.CapturedDatabase) + cmp.Diff(want, report.CapturedProvider); diff != "" {
			t.Errorf("captured %s, the sums differ (-want +got):\n%s", name, diff)
		}
	}
}

// A payment in work isn't decided: it is no difference, and in neither sum.
func TestAuditDuringRefund(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.Provider.SettleAll()
	w.Settle(t)
	w.RefundThere(t, fixture.OnlyAttempt(t, w).TransactionID, money.New(2000, "USD"))
	wantFindings(t, w, audit.Refunds)
	if _, err := w.Pool.Exec(t.Context(), "UPDATE payment_attempts SET lease_until = $1", w.Clock.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	report := wantFindings(t, w, audit.Unsettled)
	if len(report.CapturedDatabase)+len(report.CapturedProvider) > 0 {
		t.Errorf("captured here %v, there %v", report.CapturedDatabase, report.CapturedProvider)
	}
}
