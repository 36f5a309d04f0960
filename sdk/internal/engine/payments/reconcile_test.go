package payments_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
)

// One of the provider's transactions with the attempt's order id is kept: a captured one before an authorized one, else the oldest. The others that
// hold money are extra. Refused, undecided and foreign ones are neither.
func TestFindings(t *testing.T) {
	t.Parallel()
	a := db.PaymentAttempt{OrderID: uuid.MustParse("0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11"), Number: 1, AmountMinor: 15899, Currency: "USD"}
	one := func(id string, status gateway.Status) gateway.Transaction {
		return gateway.Transaction{ID: id, OrderID: payment.GatewayOrderID(a.OrderID, a.Number), Amount: money.New(15899, "USD"), Status: status}
	}
	refund, cheaper := one("refund", gateway.Settled), one("cheaper", gateway.Authorized)
	refund.Credit, cheaper.Amount.Minor = true, 15898
	refusedCheaper := one("cheaper", gateway.ProcessorDeclined)
	refusedCheaper.Amount.Minor = 15898
	for name, tc := range map[string]struct {
		all  []gateway.Transaction
		want payments.Found
	}{
		"nothing":                       {nil, payments.Found{}},
		"a refund":                      {[]gateway.Transaction{refund}, payments.Found{}},
		"one that is authorized":        {[]gateway.Transaction{one("a", gateway.Authorized)}, payments.Found{Keep: "a"}},
		"two that are authorized":       {[]gateway.Transaction{one("a", gateway.Authorized), one("b", gateway.Authorized)}, payments.Found{Keep: "a", Extra: []string{"b"}}},
		"the second is captured":        {[]gateway.Transaction{one("a", gateway.Authorized), one("b", gateway.Settling)}, payments.Found{Keep: "b", Extra: []string{"a"}}},
		"the first is captured":         {[]gateway.Transaction{one("a", gateway.Settled), one("b", gateway.Authorized)}, payments.Found{Keep: "a", Extra: []string{"b"}}},
		"both are captured":             {[]gateway.Transaction{one("a", gateway.Settled), one("b", gateway.SubmittedForSettlement)}, payments.Found{Keep: "a", Extra: []string{"b"}}},
		"one isn't decided yet":         {[]gateway.Transaction{one("a", gateway.Authorizing)}, payments.Found{Pending: true}},
		"a status of another day":       {[]gateway.Transaction{one("a", gateway.Unrecognized)}, payments.Found{Pending: true}},
		"one is declined":               {[]gateway.Transaction{one("a", gateway.ProcessorDeclined)}, payments.Found{Refused: "a"}},
		"one is voided":                 {[]gateway.Transaction{one("a", gateway.Voided)}, payments.Found{Refused: "a"}},
		"one has run out":               {[]gateway.Transaction{one("a", gateway.AuthorizationExpired)}, payments.Found{Refused: "a"}},
		"one was never settled":         {[]gateway.Transaction{one("a", gateway.SettlementDeclined)}, payments.Found{Refused: "a"}},
		"another amount":                {[]gateway.Transaction{cheaper}, payments.Found{Foreign: "cheaper"}},
		"another amount, and declined":  {[]gateway.Transaction{refusedCheaper}, payments.Found{Refused: "cheaper"}},
		"a declined one and a good one": {[]gateway.Transaction{one("a", gateway.Failed), one("b", gateway.Authorized)}, payments.Found{Keep: "b", Refused: "a"}},
	} {
		if diff := cmp.Diff(tc.want, payments.Find(a, tc.all)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A payment that was given up is searched until its nonce has expired and no transaction is undecided.
func TestSearchEnd(t *testing.T) {
	t.Parallel()
	config := payment.DefaultConfig() // nonces live for 3 hours, and a lease for 90 seconds
	over := 3*time.Hour + 90*time.Second
	a := db.PaymentAttempt{OrderID: uuid.MustParse("0190a3c4-4f5e-7cc1-9d2a-3f0b8a4f2c11"), Number: 1, AmountMinor: 15899, Currency: "USD"}
	one := func(minor int64, status gateway.Status) []gateway.Transaction {
		return []gateway.Transaction{{ID: "a", OrderID: payment.GatewayOrderID(a.OrderID, a.Number), Amount: money.New(minor, "USD"), Status: status}}
	}
	for name, tc := range map[string]struct {
		age  time.Duration
		all  []gateway.Transaction
		want bool
	}{
		"its nonce may be good still": {over, nil, false},
		"nothing was found":           {over + 1, nil, true},
		"it was refused":              {over + 1, one(15899, gateway.ProcessorDeclined), true},
		"it isn't decided yet":        {over + 1, one(15899, gateway.Authorizing), false},
		"another amount was found":    {over + 1, one(15898, gateway.Authorized), false},
	} {
		if got := payments.IsOver(config, tc.age, a, tc.all); got != tc.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// A missing payment is given up only after enough searches and enough time: earlier the charge could be on its way, and later the nonce is dead. A
// charge of a kept method could turn up at any time, and goes to review.
func TestAfterMisses(t *testing.T) {
	t.Parallel()
	config := payment.DefaultConfig() // 3 searches, 2 minutes, and nonces live for 3 hours
	type follows struct {
		Event  payment.AttemptEvent
		Detail string
	}
	goesOn, superseded := follows{}, follows{Event: payment.EventSupersede}
	givenUp, escalated := follows{Event: payment.EventGiveUp}, follows{payment.EventEscalate, "renewal not found"}
	for _, c := range []struct {
		searches   int
		age        time.Duration
		methodKept bool
		want       follows
	}{
		{3, 2 * time.Minute, false, superseded},
		{2, 2 * time.Minute, false, goesOn},
		{3, 2*time.Minute - 1, false, goesOn},
		{9, time.Minute, true, goesOn},
		{3, 2 * time.Minute, true, escalated},
		{3, 3*time.Hour - 1, false, superseded},
		{3, 3 * time.Hour, false, givenUp},
		{3, 3 * time.Hour, true, givenUp},
		{2, 3 * time.Hour, false, goesOn},
	} {
		event, detail := payments.AfterMisses(config, c.searches, c.age, c.methodKept)
		if diff := cmp.Diff(c.want, follows{event, detail}); diff != "" {
			t.Errorf("%d searches after %s, kept %t (-want +got):\n%s", c.searches, c.age, c.methodKept, diff)
		}
	}
}
