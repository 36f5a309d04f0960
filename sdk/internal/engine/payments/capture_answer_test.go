package payments_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
)

// answers is a gateway with changed responses about transactions. A nil field changes nothing.
type answers struct {
	gateway.Gateway
	sale   func(gateway.Transaction) (gateway.Transaction, error)            // changes the result of Authorize
	change func(*gateway.Transaction)                                        // changes the results of Capture and Find
	err    error                                                             // returned by Capture and Find, without a result
	void   func(ctx context.Context, id string) (gateway.Transaction, error) // replaces Void
	found  func([]gateway.Transaction) []gateway.Transaction                 // changes the result of FindByOrderID
}

func (a *answers) answer(t gateway.Transaction, err error) (gateway.Transaction, error) {
	if a.err != nil {
		return gateway.Transaction{}, a.err
	}
	if a.change != nil {
		a.change(&t)
	}
	return t, err
}

func (a *answers) Authorize(ctx context.Context, r gateway.AuthorizeRequest) (gateway.Transaction, error) {
	t, err := a.Gateway.Authorize(ctx, r)
	if a.sale == nil || err != nil {
		return t, err
	}
	return a.sale(t)
}

func (a *answers) Capture(ctx context.Context, id string) (gateway.Transaction, error) {
	return a.answer(a.Gateway.Capture(ctx, id))
}

func (a *answers) Find(ctx context.Context, id string) (gateway.Transaction, error) {
	return a.answer(a.Gateway.Find(ctx, id))
}

func (a *answers) Void(ctx context.Context, id string) (gateway.Transaction, error) {
	if a.void != nil {
		return a.void(ctx, id)
	}
	return a.Gateway.Void(ctx, id)
}

func (a *answers) FindByOrderID(ctx context.Context, id string) ([]gateway.Transaction, error) {
	all, err := a.Gateway.FindByOrderID(ctx, id)
	if a.found == nil || err != nil {
		return all, err
	}
	return a.found(all), nil
}

// answered returns a test environment with one sign-up and its payment, which is authorized and not captured yet.
func answered(t *testing.T, a *answers) (w *fixture.Till, id string) {
	t.Helper()
	w = fixture.NewTill(t, fixture.WithGateway(a, &a.Gateway))
	s := w.SignUp(t)
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	return w, fixture.OnlyAttempt(t, w).ID
}

// wantLast checks an attempt's state and its last stored change.
func wantLast(t *testing.T, w *fixture.Till, state payment.AttemptState, detail string) {
	t.Helper()
	got, err := w.Client.Payment.Attempt(t.Context(), fixture.OnlyAttempt(t, w).ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{string(state), detail}, []string{string(got.State), got.Changes[len(got.Changes)-1].Detail}); diff != "" {
		t.Errorf("state and detail (-want +got):\n%s", diff)
	}
}

// A capture with an unexpected result goes to review after the first try. Until an operator decides, the subscription is suspended.
func TestCaptureMismatch(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*gateway.Transaction)
		detail string
	}{
		"another amount": {func(t *gateway.Transaction) { t.Amount = money.New(15898, "USD") }, "submitted_for_settlement"},
		"expired":        {func(t *gateway.Transaction) { t.Status = gateway.AuthorizationExpired }, "authorization_expired"},
		"refused":        {func(t *gateway.Transaction) { t.Status = gateway.ProcessorDeclined }, "processor_declined"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := &answers{}
			w, id := answered(t, a)
			a.change = test.change
			if err := w.Client.Payment.Capture(t.Context(), id); err != nil {
				t.Fatal(err)
			}
			wantLast(t, w, payment.AttemptReview, test.detail)
			if diff := cmp.Diff(map[string]int{"suspended": 1}, w.Subscriptions(t)); diff != "" {
				t.Errorf("subscriptions (-want +got):\n%s", diff)
			}
		})
	}
}

// A capture without any response is tried as often as configured, and then goes to review.
func TestCaptureWithoutResponse(t *testing.T) {
	t.Parallel()
	a := &answers{}
	w, id := answered(t, a)
	a.err = gateway.ErrGatewayUnknown
	tries := 0
	for ; tries < 100 && fixture.OnlyAttempt(t, w).State != payment.AttemptReview; tries++ {
		if err := w.Client.Payment.Capture(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(time.Hour)
	}
	wantLast(t, w, payment.AttemptReview, "no answer")
	if tries != 8 {
		t.Errorf("%d tries", tries)
	}
}

// An attempt becomes voided only after the provider has confirmed that the authorization no longer reserves money.
func TestVoidIsConfirmed(t *testing.T) {
	t.Parallel()
	lost := func(context.Context, string) (gateway.Transaction, error) {
		return gateway.Transaction{}, gateway.ErrGatewayUnknown
	}
	becomes := func(s gateway.Status) func(*gateway.Transaction) {
		return func(t *gateway.Transaction) { t.Status = s }
	}
	otherwise := func(_ context.Context, id string) (gateway.Transaction, error) {
		return gateway.Transaction{ID: id, Status: gateway.Authorized}, nil
	}
	for name, test := range map[string]struct {
		change func(*gateway.Transaction)
		want   payment.AttemptState
		err    error
	}{
		"it holds the money still": {nil, payment.AttemptAuthorised, payment.Unavailable},
		"it was voided":            {becomes(gateway.Voided), payment.AttemptVoided, nil},
		"it ran out":               {becomes(gateway.AuthorizationExpired), payment.AttemptVoided, nil},
		"it was refused":           {becomes(gateway.ProcessorDeclined), payment.AttemptVoided, nil},
		"it was captured":          {becomes(gateway.Settled), payment.AttemptAuthorised, payment.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for response, void := range map[string]func(context.Context, string) (gateway.Transaction, error){"lost": lost, "authorized": otherwise} {
				a := &answers{}
				w, id := answered(t, a)
				a.void, a.change = void, test.change
				if _, err := w.Client.Payment.Refund(t.Context(), id, payment.RefundInput{}); !errors.Is(err, test.err) {
					t.Errorf("refund with the void response %q: got %v, want %v", response, err, test.err)
				}
				if got := fixture.OnlyAttempt(t, w).State; got != test.want {
					t.Errorf("refund with the void response %q: the attempt is %s, want %s", response, got, test.want)
				}
			}
		})
	}
}

// The job that voids authorizations of orders that can't be placed changes neither the attempt of a placed order nor a voided attempt.
func TestVoidSkipsOtherAttempts(t *testing.T) {
	t.Parallel()
	w, id := answered(t, &answers{})
	void := func(want string) {
		t.Helper()
		if err := w.Client.Payment.Void(t.Context(), id); err != nil {
			t.Error(err)
		}
		fixture.WantAttempts(t, w, want)
	}
	void("authorised")
	if _, err := w.Client.Payment.Refund(t.Context(), id, payment.RefundInput{}); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(time.Hour)
	void("voided")
	w.WantLedger(t, fixture.Voided)
}

// An order is placed immediately only if the response matches the request, and the money is authorized or captured. After any other response, the result
// of a search at the provider decides whether the order is placed.
func TestSaleMismatch(t *testing.T) {
	t.Parallel()
	changed := func(change func(*gateway.Transaction)) func(gateway.Transaction) (gateway.Transaction, error) {
		return func(t gateway.Transaction) (gateway.Transaction, error) {
			change(&t)
			return t, nil
		}
	}
	for name, test := range map[string]struct {
		sale func(gateway.Transaction) (gateway.Transaction, error)
		want payment.Status
	}{
		"another amount":      {changed(func(t *gateway.Transaction) { t.Amount = money.New(15898, "USD") }), payment.Confirming},
		"another currency":    {changed(func(t *gateway.Transaction) { t.Amount = money.New(15899, "CAD") }), payment.Confirming},
		"another order":       {changed(func(t *gateway.Transaction) { t.OrderID += "1" }), payment.Confirming},
		"without an id":       {changed(func(t *gateway.Transaction) { t.ID = "" }), payment.Confirming},
		"not decided yet":     {changed(func(t *gateway.Transaction) { t.Status = gateway.Authorizing }), payment.Confirming},
		"a status unheard of": {changed(func(t *gateway.Transaction) { t.Status = gateway.Unrecognized }), payment.Confirming},
		"beside an error":     {func(t gateway.Transaction) (gateway.Transaction, error) { return t, gateway.ErrGatewayUnknown }, payment.Confirming},
		"captured already":    {changed(func(t *gateway.Transaction) { t.Status = gateway.SubmittedForSettlement }), payment.Accepted},
		"as it is":            {nil, payment.Accepted},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := &answers{sale: test.sale}
			w := fixture.NewTill(t, fixture.WithGateway(a, &a.Gateway))
			s := w.SignUp(t)
			answer, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
			if err != nil || answer.Status != test.want {
				t.Fatalf("%+v, %v", answer, err)
			}
			w.Clock.Advance(time.Minute)
			w.Work(t)
			fixture.WantAttempts(t, w, "captured")
			w.WantLedger(t, fixture.Captured)
		})
	}
}
