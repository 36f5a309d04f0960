package batches_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// paying pays for a sign-up in the background. The channel gets the error after the payment.
func paying(t *testing.T, w *fixture.Till, s sdktest.Session, in payment.Input) <-chan error {
	t.Helper()
	meta, done := fixture.BuyMeta(w.NewKey()), make(chan error, 1)
	go func() {
		_, err := w.Client.Checkout.Pay(context.WithoutCancel(t.Context()), s.SignupID, s.Key, in, meta)
		done <- err
	}()
	return done
}

// A code held by an order can't be revoked or used by another payment. Once the payment is decided, the code is used, or has the state that it would
// have without the order.
func TestCodeHeldByAnOrder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		nonce  secret.Secret
		revoke bool // the batch, meanwhile
		want   []codes.SubscriptionCodeState
	}{
		"paid":                    {fixture.GoodNonce, false, []codes.SubscriptionCodeState{"redeemed", "available"}},
		"paid, batch revoked":     {fixture.GoodNonce, true, []codes.SubscriptionCodeState{"redeemed", "revoked"}},
		"declined":                {"fake-processor-declined-visa-nonce", false, []codes.SubscriptionCodeState{"available", "available"}},
		"declined, batch revoked": {"fake-processor-declined-visa-nonce", true, []codes.SubscriptionCodeState{"revoked", "revoked"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := fixture.NewHold("authorize")
			w := fixture.NewTill(t, fixture.WithHold(h))
			owner := fixture.InsertProfessional(t, w.Env)
			b := fixture.NewBatch(t, w.Env, owner, 2001, 2)
			all := fixture.BatchCodes(t, w.Env, b)
			states := func() []codes.SubscriptionCodeState {
				var out []codes.SubscriptionCodeState
				for _, code := range fixture.BatchCodes(t, w.Env, b) {
					out = append(out, code.State)
				}
				return out
			}
			both := func(in *payment.Input) { in.PayForCoparent, in.PaymentCodes = true, []string{all[0].Code} }
			s, other := w.SignUp(t), w.SignUp(t)
			in, others := w.Input(t, s, c.nonce, both), w.Input(t, other, fixture.GoodNonce, both)
			done := paying(t, w, s, in)
			<-h.Acted
			fixture.WantFault(t, w.Client.Codes.Revoke(t.Context(), owner, b.ID, all[0].ID), codes.SubscriptionCodeGone)
			fixture.WantRefusal(t, fixture.Second(w.Pay(t, other, others)), "paymentCodes=subscription_code_invalid")
			during := []codes.SubscriptionCodeState{"reserved", "available"}
			if c.revoke {
				if _, err := w.Client.Codes.RevokeBatch(t.Context(), owner, b.ID); err != nil {
					t.Error(err)
				}
				during[1] = "revoked"
			}
			if diff := cmp.Diff(during, states()); diff != "" {
				t.Errorf("codes during the payment (-want +got):\n%s", diff)
			}
			close(h.Release)
			var declined *fault.ValidationError
			if err := <-done; err != nil && !errors.As(err, &declined) {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, states()); diff != "" {
				t.Errorf("codes after it (-want +got):\n%s", diff)
			}
		})
	}
}

// A code pays for one seat, even if typed twice or in another spelling.
func TestCodeTypedTwice(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	code := fixture.GoodCodes(t, w.Env, 2001, 1)[0]
	typed := []string{code, strings.ToLower(strings.ReplaceAll(code, "-", " ")), code}
	s := w.SignUp(t)
	q := fixture.Quote(t, w.Env, s, price.QuoteInput{PayForCoparent: true, PaymentCodes: typed}, "en")
	if q.Totals.Total != "158.99" || len(q.PaymentCodeDetails) != 1 || len(q.ValidationErrors) != 0 {
		t.Errorf("quote: total %s, %d codes, %v", q.Totals.Total, len(q.PaymentCodeDetails), q.ValidationErrors)
	}
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.PayForCoparent, in.PaymentCodes = true, typed })); err != nil {
		t.Fatal(err)
	}
	w.WantLedger(t, fixture.Authorized)
}

// A code that covers nothing, because the other codes cover all seats, stays unused.
func TestCodeThatCoversNothing(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	b := fixture.NewBatch(t, w.Env, fixture.InsertProfessional(t, w.Env), 2001, 2)
	s := w.SignUp(t)
	var typed []string
	for _, code := range fixture.BatchCodes(t, w.Env, b) {
		typed = append(typed, code.Code)
	}
	if _, err := w.Pay(t, s, w.Input(t, s, "", func(in *payment.Input) { in.PaymentCodes = typed })); err != nil {
		t.Fatal(err)
	}
	var states []codes.SubscriptionCodeState
	for _, code := range fixture.BatchCodes(t, w.Env, b) {
		states = append(states, code.State)
	}
	if diff := cmp.Diff([]codes.SubscriptionCodeState{"redeemed", "available"}, states); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
}

// Codes can be issued until they expire. There is no late notice after the expiry.
func TestExpiredBatch(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	owner, end := fixture.InsertProfessional(t, w.Env), w.Clock.Now().AddDate(0, 3, 0)
	b, err := w.Client.Codes.Create(t.Context(), codes.BatchInput{ProfessionalID: owner, PackageID: 2001, Size: 2, Active: true, ExpiresAt: end}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	w.Clock.Set(end.Add(-time.Second))
	if _, err := w.Client.Codes.Issue(t.Context(), owner, b.ID, codes.IssueInput{}, fixture.English); err != nil {
		t.Errorf("issued in the last second: %v", err)
	}
	w.Clock.Set(end)
	_, err = w.Client.Codes.Issue(t.Context(), owner, b.ID, codes.IssueInput{}, fixture.English)
	fixture.WantFault(t, err, codes.BatchEmpty)
	if n, err := w.Client.Codes.NoticeExpiring(t.Context()); n != 0 || err != nil {
		t.Errorf("%d notices of a batch that has expired, %v", n, err)
	}
}
