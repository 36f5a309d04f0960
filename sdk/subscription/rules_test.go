package subscription

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/order"
)

// The method that pays a debt is kept only where the payer had the first one kept, has not taken it away since, and the subscription renews.
func TestKeepsMethod(t *testing.T) {
	t.Parallel()
	method := uuid.New()
	for name, test := range map[string]struct {
		stored bool
		method *uuid.UUID
		renews bool
		isKept bool
	}{
		"kept, and renews":         {true, &method, true, true},
		"never asked to be kept":   {false, &method, true, false},
		"taken away since":         {true, nil, true, false},
		"the renewal is cancelled": {true, &method, false, false},
	} {
		var s Seat
		s.Subscription.PaymentMethodID, s.SubscriptionSeat.Renews = test.method, test.renews
		if got := keepsMethod(s, db.Order{StorePayment: test.stored}); got != test.isKept {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// Nothing is paid again for what isn't suspended, or for a term that is over.
func TestNoDebt(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 25, 0, 0, 0, 0, time.UTC)
	cancelled := string(order.SubscriptionCancelled)
	for name, change := range map[string]func(*Seat){
		"active":             func(s *Seat) { s.Subscription.State = string(order.SubscriptionActive) },
		"the seat has ended": func(s *Seat) { s.SubscriptionSeat.EndedAs = &cancelled },
		"an earlier term":    func(s *Seat) { s.SubscriptionTerm.StartsAt = now.AddDate(-1, 0, 0) },
	} {
		var s Seat
		s.Subscription.State, s.Subscription.TermStartsAt, s.SubscriptionTerm.StartsAt = string(order.SubscriptionSuspended), now, now
		change(&s)
		if debt, err := debtOf(t.Context(), nil, s, db.Order{}); debt != nil || err != nil {
			t.Errorf("%s: %+v, %v", name, debt, err)
		}
	}
}

// A seat whose renewal was cancelled before its subscription began to renew isn't renewing; one that was cancelled meanwhile is.
func TestSeatOfSubscription(t *testing.T) {
	t.Parallel()
	user, since := uuid.New(), time.Date(2026, 11, 25, 0, 0, 0, 0, time.UTC)
	before, after := since.Add(-time.Hour), since.Add(time.Hour)
	type seen struct {
		UserID      string
		RenewingNow bool
		Tries       int
		NextTry     bool
	}
	for name, test := range map[string]struct {
		change func(*Seat)
		want   seen
	}{
		"renewing":                     {func(*Seat) {}, seen{user.String(), true, 2, true}},
		"not renewing":                 {func(s *Seat) { s.Subscription.RenewingSince = nil }, seen{user.String(), false, 2, true}},
		"cancelled before it renews":   {func(s *Seat) { s.SubscriptionSeat.CancelledAt = &before }, seen{user.String(), false, 2, true}},
		"cancelled as it begins":       {func(s *Seat) { s.SubscriptionSeat.CancelledAt = &since }, seen{user.String(), true, 2, true}},
		"cancelled while it renews":    {func(s *Seat) { s.SubscriptionSeat.CancelledAt = &after }, seen{user.String(), true, 2, true}},
		"nobody has the seat":          {func(s *Seat) { s.AccountID = nil }, seen{"", true, 2, true}},
		"a seat without the next term": {func(s *Seat) { s.SubscriptionSeat.Renews = false }, seen{user.String(), true, 2, false}},
		"a seat of another term":       {func(s *Seat) { s.SubscriptionSeat.TermStartsAt = before }, seen{user.String(), true, 0, true}},
	} {
		var s Seat
		s.AccountID, s.Subscription.Currency = &user, "USD"
		s.Subscription.RenewingSince, s.Subscription.RetryAt, s.Subscription.Tries, s.SubscriptionSeat.Renews = &since, &after, 2, true
		s.Subscription.TermStartsAt, s.SubscriptionSeat.TermStartsAt = since, since
		test.change(&s)
		got := subscriptionOf(s)
		if diff := cmp.Diff(test.want, seen{got.UserID, got.RenewingNow, got.RefusedTries, got.NextTryAt != nil}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Schedules run one way: what runs backwards, stands still, or is due before it begins is refused when a client is made.
func TestRenewalConfigIsChecked(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for _, test := range []struct {
		notices, retries []time.Duration
		isGood           bool
	}{
		{nil, nil, true},
		{[]time.Duration{}, []time.Duration{}, true},
		{[]time.Duration{day}, []time.Duration{day}, true},
		{[]time.Duration{3 * day, 2 * day, time.Nanosecond}, []time.Duration{time.Nanosecond, 2 * day, 3 * day}, true},
		{[]time.Duration{2 * day, 2 * day}, nil, false},
		{[]time.Duration{2 * day, 3 * day}, nil, false},
		{[]time.Duration{0}, nil, false},
		{[]time.Duration{2 * day, -day}, nil, false},
		{nil, []time.Duration{2 * day, 2 * day}, false},
		{nil, []time.Duration{3 * day, 2 * day}, false},
		{nil, []time.Duration{0}, false},
		{nil, []time.Duration{-day, 2 * day}, false},
	} {
		if _, err := New(nil, nil, RenewalConfig{Notices: test.notices, Retries: test.retries}); (err == nil) != test.isGood {
			t.Errorf("notices %v, retries %v: %v", test.notices, test.retries, err)
		}
	}
}
