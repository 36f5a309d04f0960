package checkouts_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

const refusedNonce secret.Secret = "fake-processor-declined-visa-nonce"

func wantFault(t *testing.T, err error, want *fault.Fault, retry time.Duration) {
	t.Helper()
	var got *fault.Fault
	if !errors.As(err, &got) || !errors.Is(err, want) || got.RetryAfter != retry {
		t.Errorf("got %v, want %v for %s", err, want, retry)
	}
}

func TestDeclinesOfAnAddress(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.AddressDeclineLimit = 3 }))
	for range 3 {
		fixture.WantRefusal(t, w.PayFrom(t, "192.0.2.1", refusedNonce), "nonce=payment_method_declined")
	}
	wantFault(t, w.PayFrom(t, "192.0.2.1", fixture.GoodNonce), payment.ProveMailbox, time.Hour)
	if err := w.PayFrom(t, "192.0.2.2", fixture.GoodNonce); err != nil {
		t.Errorf("another IP address: %v", err)
	}

	// Honest payers at the limited IP address can prove their mailbox. Payments by code need no proof.
	s, codes := w.SignUp(t), w.Codes(t, 2001, 1)
	at := func(s sdktest.Session, change ...func(*payment.Input)) error {
		in := w.Input(t, s, fixture.GoodNonce, change...)
		return fixture.Second(w.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, in, caller.Meta{Lang: "en", IdempotencyKey: w.NewKey(), ClientAddr: "192.0.2.1"}))
	}
	if err := at(s, func(in *payment.Input) { in.PaymentCodes = codes }); err != nil {
		t.Errorf("a code that pays for all: %v", err)
	}
	unproved := w.SignUp(t)
	_, err := w.Client.Checkout.ClientToken(t.Context(), unproved.SignupID, unproved.Key, caller.Meta{ClientAddr: "192.0.2.1"})
	wantFault(t, err, payment.ProveMailbox, time.Hour)
	proved := w.Continue(t, unproved)
	if token, err := w.Client.Checkout.ClientToken(t.Context(), proved.SignupID, proved.Key, caller.Meta{ClientAddr: "192.0.2.1"}); err != nil || token.Token == "" || token.VerifyCard {
		t.Errorf("client token of a proved mailbox: %+v, %v", token, err)
	}
	if err := at(proved); err != nil {
		t.Errorf("a proved mailbox: %v", err)
	}
	w.Clock.Advance(time.Hour)
	if err := w.PayFrom(t, "192.0.2.1", fixture.GoodNonce); err != nil {
		t.Errorf("an hour later: %v", err)
	}
}

// A network's addresses share a count: 24 bits of IPv4, 48 of IPv6.
func TestDeclinesOfANetwork(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		tried             []string
		inside, elsewhere string
	}{
		"IPv4": {[]string{"192.0.2.1", "192.0.2.2", "192.0.2.200"}, "192.0.2.9", "192.0.3.1"},
		"IPv6": {[]string{"2001:db8:1:1::/64", "2001:db8:1:2::/64", "2001:db8:1:ffff::/64"}, "2001:db8:1:9::/64", "2001:db8:2:1::/64"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.NetworkDeclineLimit = 3 }))
			for _, address := range c.tried {
				fixture.WantRefusal(t, w.PayFrom(t, address, refusedNonce), "nonce=payment_method_declined")
			}
			wantFault(t, w.PayFrom(t, c.inside, fixture.GoodNonce), payment.ProveMailbox, time.Hour)
			if err := w.PayFrom(t, c.elsewhere, fixture.GoodNonce); err != nil {
				t.Errorf("another network: %v", err)
			}
		})
	}
}

// The declines of all sign-ups of a proved mailbox are counted together. A link proves only the email address that it was mailed to.
func TestDeclinesOfAMailbox(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.DeclineLimit, c.Payment.AddressDeclineLimit = 2, 1 }))
	pay := func(s sdktest.Session, nonce secret.Secret) error {
		return fixture.Second(w.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, w.Input(t, s, nonce), caller.Meta{Lang: "en", IdempotencyKey: w.NewKey(), ClientAddr: "192.0.2.1"}))
	}
	one, other := func(in *signup.Input) { in.Parent.Email = "one@example.com" }, func(in *signup.Input) { in.Parent.Email = "other@example.com" }
	for range 2 { // one in each session; together they reach the limit of a single session
		fixture.WantRefusal(t, pay(w.Continue(t, w.SignUp(t, one)), refusedNonce), "nonce=payment_method_declined")
	}
	wantFault(t, pay(w.Continue(t, w.SignUp(t, one)), fixture.GoodNonce), payment.Closed, time.Hour)
	proved := w.Continue(t, w.SignUp(t, other))
	if err := pay(proved, fixture.GoodNonce); err != nil {
		t.Errorf("another mailbox: %v", err)
	}

	moved := w.Continue(t, w.SignUp(t, func(in *signup.Input) { in.Parent.Email = "before@example.com" }))
	fixture.Update(t, w.Env, moved, signup.Input{Sections: []signup.Section{signup.SectionParent}, Parent: func() *form.Parent {
		p := sdktest.ReadyToPay(1).Parent
		p.Email = "after@example.com"
		return p
	}()})
	wantFault(t, pay(moved, fixture.GoodNonce), payment.ProveMailbox, time.Hour)
}

// Declines are counted from the attempts. Voided and refunded payments still count as approved, a disputed one doesn't.
func TestDeclinesAreCountedFromAttempts(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	pay := func(nonce secret.Secret) {
		t.Helper()
		if err := w.PayFrom(t, "", nonce); err != nil && nonce != refusedNonce {
			t.Fatal(err)
		}
	}
	want := func(declined, decided int) {
		t.Helper()
		figures, err := w.Client.Operate.Figures(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(payment.Guard{State: payment.GuardOpen, Declined: declined, Decided: decided}, figures.Guard); diff != "" {
			t.Errorf("declines (-want +got):\n%s", diff)
		}
	}
	for range 3 { // the first is voided, the second refunded, the third disputed
		pay(fixture.GoodNonce)
	}
	pay(refusedNonce)
	want(1, 4)
	attempts, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptAuthorised})
	if err != nil || len(attempts) != 3 {
		t.Fatalf("%d attempts, want 3 (%v)", len(attempts), err)
	}
	if _, err := w.Client.Payment.Refund(t.Context(), attempts[2].ID, payment.RefundInput{}); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	if _, err := w.Client.Payment.Refund(t.Context(), attempts[1].ID, payment.RefundInput{}); err != nil {
		t.Fatal(err)
	}
	want(1, 4)
	for _, then := range []struct {
		hook    string
		decided int
	}{{"dispute_opened", 3}, {"dispute_won", 4}} {
		hook, err := w.Provider.Webhook(then.hook, attempts[0].TransactionID)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Client.Payment.Webhook(t.Context(), hook.Signature, hook.Payload); err != nil {
			t.Fatal(err)
		}
		want(1, then.decided)
	}
}

// If the package hides a card's brand, a payment with that card is voided, even if the form accepted it.
func TestHiddenBrand(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	file := strings.Replace(string(price.DefaultCatalogFile()), "  - id: 2001\n", "  - id: 2001\n    hide: [AMEX]\n", 1)
	if _, err := w.Client.Operate.ApplyCatalog(t.Context(), []byte(file), "no amex"); err != nil {
		t.Fatal(err)
	}
	s := w.SignUp(t)
	_, err := w.Pay(t, s, w.Input(t, s, "fake-valid-amex-nonce", fixture.Kept))
	fixture.WantRefusal(t, err, "nonce=payment_card_brand_unavailable")
	w.Work(t)
	w.WantLedger(t, fixture.Voided)
	// The voided payment created no account. The card is stored neither in the database nor at the provider.
	if n := fixture.CountRows(t, w.Env, "payment_methods WHERE removed_at IS NULL OR token_sealed <> ''"); n != 0 {
		t.Errorf("%d cards of a voided payment are still stored", n)
	}
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	w.WantLedger(t, fixture.Voided, fixture.Captured)
	w.WantBooks(t, fixture.PaidOnce)

	// If the response is lost, reconciling finds such a payment later. It is voided too, and reconciling returns no error.
	s = w.SignUp(t)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
	if answer, err := w.Pay(t, s, w.Input(t, s, "fake-valid-amex-nonce")); err != nil || answer.Status != payment.Confirming {
		t.Fatalf("%+v, %v", answer, err)
	}
	w.Clock.Advance(time.Minute)
	lost, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptUnknown})
	if err != nil || len(lost) != 1 {
		t.Fatalf("%+v, %v", lost, err)
	}
	if err := w.Client.Payment.Reconcile(t.Context(), lost[0].ID); err != nil {
		t.Error(err)
	}
	w.Work(t)
	w.WantLedger(t, fixture.Voided, fixture.Captured, fixture.Voided)
}

// A payment call allows no more wrong codes than a price call: the wrong codes of a refused payment stay counted.
func TestCodesTriedInAPaymentStayCounted(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.CodeTries.Count = 3 }))
	s := w.SignUp(t)
	wrong := []string{"0000-0000-0000-0000", "0000-0000-0000-0001", "0000-0000-0000-0002", "0000-0000-0000-0003"}
	pay := func(codes ...string) error {
		in := w.Input(t, s, fixture.GoodNonce)
		in.PaymentCodes = codes
		_, err := w.Pay(t, s, in)
		return err
	}
	fixture.WantRefusal(t, pay(wrong[0]), "paymentCodes=subscription_code_invalid")
	if err := pay(wrong...); !errors.Is(err, fault.TooManyTries) {
		t.Fatalf("four more, where two are left: %v, want %v", err, fault.TooManyTries)
	}
	if err := pay(wrong[0]); !errors.Is(err, fault.TooManyTries) {
		t.Errorf("another: %v, want %v", err, fault.TooManyTries)
	}
	if got := fixture.CountRows(t, w.Env, "rate_limits WHERE scope = 'code_misses'"); got != 1 {
		t.Errorf("%d counters for the alarm about wrong codes, want 1", got)
	}
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Errorf("without a code: %v", err)
	}
}
