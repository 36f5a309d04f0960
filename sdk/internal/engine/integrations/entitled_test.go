package integrations_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// table returns the table of a simple integration, as in the examples: the newest event of each paid place.
func (a *app) table(t *testing.T) map[string]integration.Subscription {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	out, newest := map[string]integration.Subscription{}, map[string]int64{}
	for _, e := range a.got {
		var data struct {
			integration.Subscription
			Inner *integration.Subscription `json:"subscription"` // of family.joined
		}
		if err := json.Unmarshal(e.Data, &data); err != nil {
			t.Fatal(err)
		}
		s := data.Inner
		if strings.HasPrefix(e.Type, "subscription.") {
			s = &data.Subscription
		}
		if s != nil && e.Position > newest[s.SubscriptionID] {
			out[s.SubscriptionID], newest[s.SubscriptionID] = *s, e.Position
		}
	}
	return out
}

// wantTable compares the integration's table with the database.
func wantTable(t *testing.T, w *fixture.Till, a *app, after string) {
	t.Helper()
	rows, err := w.Pool.Query(t.Context(), "SELECT host_subscription(id) FROM subscription_seats")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	ours := map[string]integration.Subscription{}
	for rows.Next() {
		var s integration.Subscription
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		ours[s.SubscriptionID] = s
	}
	if diff := cmp.Diff(ours, a.table(t)); diff != "" {
		t.Errorf("after %s (-ours +the host's):\n%s", after, diff)
	}
}

// Every change of an entitlement sends an event, so the integration's table equals the database.
func TestEntitlementChangesSendEvents(t *testing.T) {
	t.Parallel()
	a := &app{}
	w := fixture.NewTill(t, withApp(a))
	addEndpoint(t, w.Client, integration.EndpointInput{})
	ctx := t.Context()
	// paid is one sign-up: the payer, the provider's sale, the attempt, and the place.
	type paid struct {
		account, sale, attempt, place string
		minor                         int64
	}
	settle := func() {
		w.Provider.SettleAll()
		w.Settle(t)
	}
	hear := func(kinds ...string) func(paid) {
		return func(p paid) {
			for _, kind := range kinds {
				w.Hear(t, kind, p.sale)
			}
		}
	}
	refund := func(in payment.RefundInput) func(paid) {
		return func(p paid) { run[*payment.AttemptDetail](t)(w.Client.Payment.Refund(ctx, p.attempt, in)) }
	}
	for _, step := range []struct {
		name   string
		change func(paid)
		want   []string
	}{
		{"nothing", func(paid) {}, nil},
		{"its settlement", hear("transaction_settled"), nil},
		{"a settlement that was declined", func(p paid) {
			if err := w.Provider.DeclineSettlement(p.sale); err != nil {
				t.Fatal(err)
			}
			w.Settle(t)
		}, []string{"subscription.suspended"}},
		{"a dispute", hear("transaction_settled", "dispute_opened"), []string{"subscription.suspended"}},
		{"a dispute that was won", hear("transaction_settled", "dispute_opened", "dispute_won"), []string{"subscription.suspended", "subscription.resumed"}},
		{"a dispute that was lost", hear("transaction_settled", "dispute_opened", "dispute_lost"), []string{"subscription.suspended", "subscription.ended"}},
		{"a refund", refund(payment.RefundInput{}), []string{"order.refunded", "subscription.ended"}},
		{"a refund after which it goes on", refund(payment.RefundInput{KeepSubscription: true}), []string{"order.refunded"}},
		{"a refund of a part", func(p paid) {
			settle()
			refund(payment.RefundInput{Amount: "10.00", Reason: "goodwill"})(p)
		}, []string{"order.refunded"}},
		{"a refund in the control panel", func(p paid) {
			settle()
			w.RefundThere(t, p.sale, money.New(p.minor, "USD"))
			w.Settle(t)
		}, nil},
		{"a cancellation", func(p paid) { run[*subscription.Subscription](t)(w.Client.Subscription.EndRenewal(ctx, p.place)) }, []string{"subscription.cancelled"}},
		{"the payer's erasure", func(p paid) {
			if _, err := w.Client.Privacy.ErasePerson(ctx, p.account); err != nil {
				t.Fatal(err)
			}
		}, nil},
	} {
		answer := w.Subscribe(t, func(in *payment.Input) { in.PayForCoparent, in.Payment.StorePaymentOnFile = false, new(true) })
		p := paid{account: answer.Registration.Parent.UserID, sale: w.LastSale().ID}
		if err := w.Pool.QueryRow(ctx, `SELECT a.id::text, a.amount_minor, x.id::text FROM payment_attempts a JOIN subscription_terms m ON m.order_id = a.order_id JOIN subscription_seats x ON x.subscription_id = m.subscription_id
			WHERE a.transaction_id = $1`, p.sale).Scan(&p.attempt, &p.minor, &p.place); err != nil {
			t.Fatal(err)
		}
		wantTable(t, w, a, "the sign-up before "+step.name)
		before := len(a.types())
		step.change(p)
		w.Work(t)
		sent := a.types()[before:]
		var got []string
		for _, kind := range sent {
			if strings.HasPrefix(kind, "subscription.") || kind == "order.refunded" {
				got = append(got, kind)
			}
		}
		if step.want != nil || step.name == "nothing" || step.name == "its settlement" {
			if diff := cmp.Diff(step.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", step.name, diff)
			}
		}
		t.Logf("%s: %q", step.name, sent)
		wantTable(t, w, a, step.name)
	}
	w.RunOn(t, fixture.FirstEnd.Add(40*time.Hour)) // some renew, some end
	w.Work(t)
	wantTable(t, w, a, "the end of the terms")
}
