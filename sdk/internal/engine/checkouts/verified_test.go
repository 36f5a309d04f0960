package checkouts_test

import (
	"context"
	"testing"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// asking is a test card whose bank wants to authenticate its customer.
const challengeCard = "4000000000001091"

func british(in *payment.Input) { in.Order.PackageID, in.TermsAndConditions = 2061, true }

func newBritishTill(t *testing.T, opts ...sdktest.Option) *fixture.Till {
	t.Helper()
	return fixture.NewTill(t, append([]sdktest.Option{sdktest.WithConfig(func(c *sdk.Config) { c.Payment.AuthenticationCountries = []string{"GB"} })}, opts...)...)
}

// Where the law requires it, a card pays only after its holder was authenticated. An unauthenticated card, or one that its bank rejected, reaches no
// bank: there is no attempt and no decline, and the card can be verified and sent again.
func TestCardIsVerifiedBeforeItIsCharged(t *testing.T) {
	t.Parallel()
	w := newBritishTill(t)
	s := w.SignUp(t, inBritain)
	typed := w.CardNonce(t, challengeCard, "12/2030")
	for _, nonce := range []secret.Secret{typed, fixture.GoodNonce, "fake-three-d-secure-visa-failed-authentication-nonce", w.Verify(t, w.CardNonce(t, challengeCard, "12/2030"), "119.99", false)} {
		_, err := w.Pay(t, s, w.Input(t, s, nonce, british))
		fixture.WantRefusal(t, err, "nonce=payment_card_unverified")
	}
	w.WantLedger(t)
	w.WantBooks(t, fixture.Books{})
	if n := fixture.CountRows(t, w.Env, "payment_attempts"); n != 0 {
		t.Errorf("%d attempts", n)
	}

	if _, err := w.Pay(t, s, w.Input(t, s, w.Verify(t, typed, "119.99", true), british)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	w.WantBooks(t, fixture.PaidOnce)
	w.WantLedger(t, fixture.Line{Status: "submitted_for_settlement", Amount: "119.99", Currency: "GBP"})
	if !w.Provider.Ledger().Transactions[0].ThreeDSecure {
		t.Error("the sale wasn't authenticated")
	}
	american := w.SignUp(t) // not required there
	if _, err := w.Pay(t, american, w.Input(t, american, fixture.GoodNonce)); err != nil {
		t.Error(err)
	}
}

// The bank's approval is for one amount only. The same card, verified for the new total, pays.
func TestAmountRaisedAfterVerification(t *testing.T) {
	t.Parallel()
	w := newBritishTill(t)
	s := w.SignUp(t, inBritain)
	verified := w.Verify(t, w.CardNonce(t, challengeCard, "12/2030"), "119.99", true)
	both := func(in *payment.Input) { british(in); in.PayForCoparent = true }
	_, err := w.Pay(t, s, w.Input(t, s, verified, both))
	fixture.WantRefusal(t, err, "nonce=payment_amount_unverified")
	w.WantLedger(t)
	w.WantBooks(t, fixture.Books{})

	in := w.Input(t, s, verified, both)
	in.Payment.Nonce = w.Verify(t, verified, in.Payment.AmountDisplayed, true)
	if _, err := w.Pay(t, s, in); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	w.WantLedger(t, fixture.Line{Status: "submitted_for_settlement", Amount: in.Payment.AmountDisplayed, Currency: "GBP"})
}

// silent is a provider that doesn't respond to nonce lookups.
type silent struct{ gateway.Gateway }

func (silent) Nonce(context.Context, secret.Secret) (gateway.Nonce, error) {
	return gateway.Nonce{}, gateway.ErrGatewayUnknown
}

// No card is charged while its verification is unknown. Paid registrations stay paid.
func TestCardWithUnknownVerification(t *testing.T) {
	t.Parallel()
	w := newBritishTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Gateway = silent{c.Gateway} }))
	s := w.SignUp(t, inBritain)
	_, err := w.Pay(t, s, w.Input(t, s, "fake-three-d-secure-visa-full-authentication-nonce", british))
	fixture.WantFault(t, err, payment.Unavailable)
	w.WantLedger(t)
	w.WantBooks(t, fixture.Books{})
}
