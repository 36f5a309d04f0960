package subscriptions

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// The method that pays a debt is kept only if the payer had the first one kept, hasn't removed it since, and the subscription renews.
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
		"never requested":          {false, &method, true, false},
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

// Only the present term of a suspended subscription has a debt.
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

// A seat canceled before its subscription began to renew isn't renewing. A seat canceled during the renewal is.
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
		"seat without user":            {func(s *Seat) { s.AccountID = nil }, seen{"", true, 2, true}},
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

// A term from before zones were stored has the day of its mails, in UTC. Its renewal isn't charged before that day begins for the payer, nor before the
// term is over.
func TestChargeDay(t *testing.T) {
	t.Parallel()
	ends := time.Date(2028, 1, 15, 3, 30, 0, 0, time.UTC)
	for _, test := range []struct {
		term, zone string
		want       time.Time
	}{
		{"UTC", "America/Los_Angeles", time.Date(2028, 1, 15, 8, 0, 0, 0, time.UTC)},
		{"UTC", "Australia/Sydney", ends},
		{"UTC", "UTC", ends},
		{"America/New_York", "America/Los_Angeles", ends},
	} {
		if got := chargeDay(ends, test.term, test.zone); !got.Equal(test.want) {
			t.Errorf("a term of %s, a payer in %s: %s, want %s", test.term, test.zone, got, test.want)
		}
	}
	contract := db.Subscription{EndsAt: ends}
	seats := []Seat{{SubscriptionTerm: db.SubscriptionTerm{EndsAt: ends, Zone: "UTC"}}}
	if renewalDue(contract, seats, "America/Los_Angeles", ends) || !renewalDue(contract, seats, "America/Los_Angeles", ends.Add(5*time.Hour)) {
		t.Error("it is due before the day begins, or not after it")
	}
}

// A schedule that is out of order, repeats a time or isn't positive is rejected when a client is created.
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
		if _, err := New(nil, nil, subscription.RenewalConfig{Notices: test.notices, Retries: test.retries}); (err == nil) != test.isGood {
			t.Errorf("notices %v, retries %v: %v", test.notices, test.retries, err)
		}
	}
}

// A notice is due from its day on, and stays due.
func TestNoticesDue(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	end := time.Date(2027, 6, 2, 9, 30, 0, 0, time.UTC)
	config := withDefaults(subscription.RenewalConfig{}) // 30 and 7 days
	for before, want := range map[time.Duration]int{
		30*day + time.Second: 0, 30 * day: 1, 7*day + time.Second: 1, 7 * day: 2, 0: 2, -day: 2,
	} {
		if got := noticesDue(config, end, end.Add(-before)); got != want {
			t.Errorf("%v before the end %d are due, want %d", before, got, want)
		}
	}
}

// A declined renewal is retried on the schedule's days. If a late try leaves less than half of the pause, the whole pause follows.
func TestNextTry(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	end := time.Date(2027, 6, 2, 9, 30, 0, 0, time.UTC)
	config := withDefaults(subscription.RenewalConfig{}) // 1, 3 and 7 days
	for _, test := range []struct {
		refused   int
		now, want time.Duration // from the end of the term
	}{
		{1, 0, day},
		{1, 12 * time.Hour, day},
		{1, 12*time.Hour + 1, 36*time.Hour + 1},
		{1, 10 * day, 11 * day},
		{2, day, 3 * day},
		{2, 2 * day, 3 * day},
		{2, 2*day + 1, 4*day + 1},
		{3, 3 * day, 7 * day},
		{3, 5*day + 1, 9*day + 1},
	} {
		if got, again := nextTry(config, end, end.Add(test.now), test.refused); !got.Equal(end.Add(test.want)) || !again {
			t.Errorf("refused %d times, %v after the end: %v, %t; want %v", test.refused, test.now, got.Sub(end), again, test.want)
		}
	}
	if got, again := nextTry(config, end, end.Add(7*day), 4); again {
		t.Errorf("after the last try it is tried again at %v", got)
	}
}

// A contract is due once its term is over, for one worker at a time, and after a decline not before its retry.
func TestRenewalDue(t *testing.T) {
	t.Parallel()
	at := time.Date(2027, 6, 2, 9, 30, 0, 0, time.UTC)
	earlier, later := at.Add(-time.Second), at.Add(time.Second)
	seats := []Seat{{}}
	for name, test := range map[string]struct {
		contract db.Subscription
		seats    []Seat
		isDue    bool
	}{
		"its term ends":            {db.Subscription{EndsAt: at}, seats, true},
		"its term is over":         {db.Subscription{EndsAt: earlier}, seats, true},
		"its term goes on":         {db.Subscription{EndsAt: later}, seats, false},
		"no seat renews":           {db.Subscription{EndsAt: at}, nil, false},
		"it is being renewed":      {db.Subscription{EndsAt: at, RenewingSince: &earlier}, seats, false},
		"the day of the next try":  {db.Subscription{EndsAt: earlier, RetryAt: &at}, seats, true},
		"after that day":           {db.Subscription{EndsAt: earlier, RetryAt: &earlier}, seats, true},
		"the next try comes later": {db.Subscription{EndsAt: earlier, RetryAt: &later}, seats, false},
	} {
		if got := renewalDue(test.contract, test.seats, "UTC", at); got != test.isDue {
			t.Errorf("%s: %t", name, got)
		}
	}
}
