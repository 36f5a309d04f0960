package subscriptions_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// An operator sees a subscription's renewals, the card's expiry, and the recourse after a decline.
func TestFind(t *testing.T) {
	t.Parallel()
	w, paid := fixture.Subscribed(t, fixture.Kept)
	w.RunOn(t, fixture.FirstEnd)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: "2013"})
	w.RunOn(t, secondEnd)
	got, err := w.Client.Subscription.Find(t.Context(), w.OnlyID(t))
	if err != nil || len(got.Renewals) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	next := secondEnd.Add(7 * fixture.Day)
	term := func(i int) subscription.Term {
		return subscription.Term{OrderID: got.Renewals[i].OrderID, Tax: "9.00", Total: "158.99", Currency: "USD", Attempts: 1}
	}
	renewed, tried := term(0), term(1)
	renewed.State, renewed.StartsAt, renewed.PlacedAt = order.Placed, fixture.FirstEnd, &fixture.FirstEnd
	tried.State, tried.StartsAt = order.Pending, secondEnd
	want := &subscription.Detail{
		Subscription: subscription.Subscription{
			ID: w.OnlyID(t), State: order.SubscriptionActive, UserID: got.UserID, PayerID: got.UserID, OrderID: renewed.OrderID, Seat: 1,
			PackageID: 2001, PackageName: "P0_ESSENTIAL_1Y", Years: 1, StartsAt: fixture.FirstEnd, EndsAt: secondEnd, EndsOn: "2028-06-02", Renews: true,
			Renewal: "149.99", Currency: "USD", RefusedTries: 1, NextTryAt: &next, NextTryOn: "2028-06-09",
		},
		Recourse: gateway.RecourseReplace, DeclinedAs: "2013", CardExpires: got.CardExpires, Renewals: []subscription.Term{renewed, tried},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("subscription (-want +got):\n%s", diff)
	}
	if len(got.CardExpires) != len("2030-12") || got.CardExpires <= "2028" || renewed.OrderID == paid.Receipt.OrderID {
		t.Errorf("the card is good until %q, and the term was bought by %s", got.CardExpires, renewed.OrderID)
	}
}

// The list filters by state and by the term's end. It rejects unknown states.
func TestListSubscriptions(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.Clock.Set(sdktest.Start.Add(fixture.Day))
	later := w.Subscribe(t, fixture.Kept)
	if _, err := w.Pool.Exec(t.Context(), "UPDATE subscriptions SET state = 'suspended' WHERE id = (SELECT subscription_id FROM subscription_terms WHERE order_id = $1)", later.Receipt.OrderID); err != nil {
		t.Fatal(err)
	}
	all := seats(t, w, 2)
	newest, first := all[0], all[1]
	for name, c := range map[string]struct {
		filter subscription.Filter
		want   []subscription.Subscription
	}{
		"active":                   {subscription.Filter{State: order.SubscriptionActive}, []subscription.Subscription{first}},
		"suspended":                {subscription.Filter{State: order.SubscriptionSuspended}, []subscription.Subscription{newest}},
		"lapsed":                   {subscription.Filter{State: order.SubscriptionLapsed}, []subscription.Subscription{}},
		"ending before the second": {subscription.Filter{EndsBefore: newest.EndsAt.Add(-time.Second)}, []subscription.Subscription{first}},
		"after the newest":         {subscription.Filter{Before: newest.ID}, []subscription.Subscription{first}},
		"one":                      {subscription.Filter{Limit: 1}, []subscription.Subscription{newest}},
	} {
		got, err := w.Client.Subscription.List(t.Context(), c.filter)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
		}
	}
	if _, err := w.Client.Subscription.List(t.Context(), subscription.Filter{State: "paused"}); !errors.Is(err, subscription.Invalid) {
		t.Errorf("an unknown state: %v, want %v", err, subscription.Invalid)
	}
}
