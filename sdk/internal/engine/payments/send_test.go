package payments_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// teller is a provider that records the nonces of its requests, and returns token or err as the client token.
type teller struct {
	gateway.Gateway
	requests []secret.Secret
	token    string
	err      error
}

func (g *teller) Nonce(ctx context.Context, nonce secret.Secret) (gateway.Nonce, error) {
	g.requests = append(g.requests, nonce)
	return g.Gateway.Nonce(ctx, nonce)
}

func (g *teller) ClientToken(context.Context, gateway.ClientTokenRequest) (string, error) {
	return g.token, g.err
}

// verifiesInBritain requires 3-D Secure for British cards.
var verifiesInBritain = sdktest.WithConfig(func(c *sdk.Config) { c.Payment.AuthenticationCountries = []string{"GB"} })

// A nonce is sent once, except for the sandbox's test nonces: only in the sandbox, and only those.
func TestNonceHash(t *testing.T) {
	t.Parallel()
	for _, reusable := range []bool{false, true} {
		env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.ReusableNonces = reusable }))
		for nonce, isKept := range map[secret.Secret]bool{"tokencc_abc": true, "not-fake-": true, "fake-valid-visa-nonce": !reusable} {
			if hash := engine.Of(env.Client).Payment.NonceHash(nonce); (hash != nil) != isKept {
				t.Errorf("reusable %t, %s: %x", reusable, nonce.Reveal(), hash)
			}
		}
	}
}

// A nonce is read from the provider only if a card must be verified.
func TestNoncesToVerify(t *testing.T) {
	t.Parallel()
	provider := &teller{}
	w := fixture.NewTill(t, fixture.WithGateway(provider, &provider.Gateway), verifiesInBritain)
	for _, try := range []struct {
		kind    gateway.PaymentType
		nonce   secret.Secret
		country string
	}{
		{gateway.PaymentCreditCard, "british", "GB"},
		{gateway.PaymentCreditCard, "american", "US"},
		{gateway.PaymentCreditCard, "", "GB"},
		{gateway.PaymentApplePay, "wallet", "GB"},
	} {
		in := payment.Input{Payment: payment.Details{PaymentType: try.kind, Nonce: try.nonce}}
		if nonce, err := engine.Of(w.Client).Payment.NonceToVerify(t.Context(), in, try.country); nonce != nil || err != nil {
			t.Errorf("%+v: %+v, %v", try, nonce, err)
		}
	}
	if diff := cmp.Diff([]secret.Secret{"british"}, provider.requests); diff != "" {
		t.Errorf("verified nonces (-want +got):\n%s", diff)
	}
}

// A 3-D Secure verification is required of cards only, in the countries that require it.
func TestOnlyCardsAreVerified(t *testing.T) {
	t.Parallel()
	authorizations := &fixture.Authorizations{}
	w := fixture.NewTill(t, fixture.WithGateway(authorizations, &authorizations.Gateway), verifiesInBritain)
	type try struct {
		kind    gateway.PaymentType
		country string
	}
	tries := map[try]bool{
		{gateway.PaymentCreditCard, "GB"}: true, {gateway.PaymentCreditCard, "US"}: false,
		{gateway.PaymentApplePay, "GB"}: false, {gateway.PaymentPayPal, "US"}: false,
	}
	for try, want := range tries {
		before := len(authorizations.All())
		in := payment.Input{Payment: payment.Details{PaymentType: try.kind}}
		_, err := engine.Of(w.Client).Payment.Authorize(t.Context(), db.PaymentAttempt{AmountMinor: 100, Currency: "USD"}, db.Order{Country: pg.Ptr(try.country), Currency: "USD"}, payments.Payer{}, in)
		if err == nil {
			t.Errorf("%+v was accepted without a nonce", try)
		}
		if all := authorizations.All(); len(all) != before+1 || all[before].RequireThreeDSecure != want {
			t.Errorf("%+v: %+v", try, all[before:])
		}
	}
}

// Without a token there is no payment, whatever the provider returns instead.
func TestNoClientToken(t *testing.T) {
	t.Parallel()
	provider := &teller{}
	w := fixture.NewTill(t, fixture.WithGateway(provider, &provider.Gateway))
	for _, answer := range []teller{{}, {err: gateway.ErrGatewayUnknown}, {token: "half", err: gateway.ErrGatewayUnknown}, {token: "whole"}} {
		provider.token, provider.err = answer.token, answer.err
		want := ""
		if answer.err == nil {
			want = answer.token
		}
		got, err := engine.Of(w.Client).Payment.ClientTokenIn(t.Context(), "somebody", "USD")
		if got != want || (want == "") != errors.Is(err, payment.Unavailable) {
			t.Errorf("%q, %v: got %q, %v", answer.token, answer.err, got, err)
		}
	}
}
