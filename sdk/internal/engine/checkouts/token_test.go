package checkouts_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestClientToken(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t, inBritain)
		token, err := w.Client.Checkout.ClientToken(t.Context(), s.SignupID, s.Key, caller.Meta{})
		if err != nil {
			t.Fatal(err)
		}
		raw, err := base64.StdEncoding.DecodeString(token.Token.Reveal())
		if err != nil {
			t.Fatal(err)
		}
		var held map[string]any
		if err := json.Unmarshal(raw, &held); err != nil || held["authorizationFingerprint"] == "" || held["merchantAccountId"] != "cojoin_gbp" {
			t.Errorf("token %v, %v", held, err)
		}
	})

	t.Run("faults", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		ready, early := w.SignUp(t), w.SignUp(t, fixture.Only(signup.SectionParent, signup.SectionFamily))
		paid := w.SignUp(t)
		if _, err := w.Pay(t, paid, w.Input(t, paid, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			session sdktest.Session
			want    error
		}{
			"nothing chosen": {early, fault.StepOutOfOrder},
			"paid":           {paid, fault.RegistrationIsPaid},
			"wrong key":      {sdktest.Session{SignupID: ready.SignupID, Key: early.Key}, fault.RegistrationKeyWrong},
			"no such":        {sdktest.Session{SignupID: "x", Key: ready.Key}, fault.RegistrationNotFound},
		} {
			if _, err := w.Client.Checkout.ClientToken(t.Context(), c.session.SignupID, c.session.Key, caller.Meta{}); !errors.Is(err, c.want) {
				t.Errorf("%s: got %v, want %v", name, err, c.want)
			}
		}
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultError, Operation: "client_token"})
		if _, err := w.Client.Checkout.ClientToken(t.Context(), ready.SignupID, ready.Key, caller.Meta{}); !errors.Is(err, payment.Unavailable) {
			t.Errorf("provider away: got %v, want %v", err, payment.Unavailable)
		}
		w.Clock.Advance(25 * time.Hour)
		if _, err := w.Client.Checkout.ClientToken(t.Context(), ready.SignupID, ready.Key, caller.Meta{}); !errors.Is(err, fault.RegistrationGone) {
			t.Errorf("expired: got %v, want %v", err, fault.RegistrationGone)
		}
	})

	t.Run("no merchant account for the currency", func(t *testing.T) {
		t.Parallel()
		var log sdktest.Log
		w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) {
			c.Payment.MerchantAccounts, c.Log = map[money.Currency]string{"GBP": "cojoin_gbp"}, slog.New(slog.NewTextHandler(&log, nil))
		}))
		s := w.SignUp(t)
		if _, err := w.Client.Checkout.ClientToken(t.Context(), s.SignupID, s.Key, caller.Meta{}); !errors.Is(err, payment.Unavailable) {
			t.Errorf("client token: got %v, want %v", err, payment.Unavailable)
		}
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); !errors.Is(err, payment.Unavailable) {
			t.Errorf("payment: got %v, want %v", err, payment.Unavailable)
		}
		if n := strings.Count(log.String(), `"no merchant account for this currency" currency=USD`); n != 2 {
			t.Errorf("the log names the currency %d times, want once a refusal: %s", n, log.String())
		}
		w.WantBooks(t, fixture.Books{})
	})
}

func TestDeclineCode(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rejection string
		codes     []string
		want      string
	}{
		"do not honour":                {"", []string{"2000"}, "payment_method_declined"},
		"nothing known":                {"", nil, "payment_method_declined"},
		"expired card":                 {"", []string{"2004"}, "payment_card_expiration_invalid"},
		"no such number":               {"", []string{"2005"}, "payment_card_number_invalid"},
		"security code":                {"", []string{"2010"}, "payment_card_cvv_invalid"},
		"address":                      {"", []string{"2059"}, "payment_postal_code_invalid"},
		"bank requires authentication": {"", []string{"2099"}, "payment_authentication_required"},
		"second of two is known":       {"", []string{"99999", "81715"}, "payment_card_number_invalid"},
		"rejected for cvv":             {"cvv", []string{"2000"}, "payment_card_cvv_invalid"},
		"rejected for fraud":           {"fraud", nil, "payment_method_declined"},
		"consumed nonce":               {"", []string{"91564"}, "payment_nonce_used"},
	} {
		if got := gateway.DeclineCode(c.rejection, c.codes...); string(got) != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
