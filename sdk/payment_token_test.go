package sdk_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestClientToken(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t, inBritain)
		token, err := w.Client.ClientToken(t.Context(), s.SignupID, s.Key, "GB")
		if err != nil {
			t.Fatal(err)
		}
		raw, err := base64.StdEncoding.DecodeString(token)
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
		w := newTill(t)
		ready, early := w.SignUp(t), w.SignUp(t, only(sdk.SectionParent, sdk.SectionFamily))
		paid := w.SignUp(t)
		if _, err := w.pay(t, paid, w.input(t, paid, goodNonce)); err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			session sdktest.Session
			want    error
		}{
			"nothing chosen": {early, sdk.StepOutOfOrder},
			"paid":           {paid, sdk.RegistrationIsPaid},
			"wrong key":      {sdktest.Session{SignupID: ready.SignupID, Key: early.Key}, sdk.RegistrationKeyWrong},
			"no such":        {sdktest.Session{SignupID: "x", Key: ready.Key}, sdk.RegistrationNotFound},
		} {
			if _, err := w.Client.ClientToken(t.Context(), c.session.SignupID, c.session.Key, "US"); !errors.Is(err, c.want) {
				t.Errorf("%s: got %v, want %v", name, err, c.want)
			}
		}
		w.fault(t, sandbox.Fault{Kind: sandbox.FaultError, Operation: "client_token"})
		if _, err := w.Client.ClientToken(t.Context(), ready.SignupID, ready.Key, "US"); !errors.Is(err, sdk.PaymentUnavailable) {
			t.Errorf("provider away: got %v, want %v", err, sdk.PaymentUnavailable)
		}
		w.Clock.Advance(25 * time.Hour)
		if _, err := w.Client.ClientToken(t.Context(), ready.SignupID, ready.Key, "US"); !errors.Is(err, sdk.RegistrationGone) {
			t.Errorf("expired: got %v, want %v", err, sdk.RegistrationGone)
		}
	})

	t.Run("no merchant account for the currency", func(t *testing.T) {
		t.Parallel()
		w := newTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Payment.MerchantAccounts = map[money.Currency]string{"GBP": "cojoin_gbp"} }))
		s := w.SignUp(t)
		if _, err := w.Client.ClientToken(t.Context(), s.SignupID, s.Key, "US"); !errors.Is(err, sdk.PaymentUnavailable) {
			t.Errorf("client token: got %v, want %v", err, sdk.PaymentUnavailable)
		}
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); !errors.Is(err, sdk.PaymentUnavailable) {
			t.Errorf("payment: got %v, want %v", err, sdk.PaymentUnavailable)
		}
		w.wantBooks(t, books{})
	})
}

func TestDeclineCode(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rejection string
		codes     []string
		want      string
	}{
		"do not honour":          {"", []string{"2000"}, "payment_method_declined"},
		"nothing known":          {"", nil, "payment_method_declined"},
		"expired card":           {"", []string{"2004"}, "payment_card_expiration_invalid"},
		"no such number":         {"", []string{"2005"}, "payment_card_number_invalid"},
		"security code":          {"", []string{"2010"}, "payment_card_cvv_invalid"},
		"address":                {"", []string{"2059"}, "payment_postal_code_invalid"},
		"bank wants to ask":      {"", []string{"2099"}, "payment_authentication_required"},
		"second of two is known": {"", []string{"99999", "81715"}, "payment_card_number_invalid"},
		"rejected for cvv":       {"cvv", []string{"2000"}, "payment_card_cvv_invalid"},
		"rejected for fraud":     {"fraud", nil, "payment_method_declined"},
		"consumed nonce":         {"", []string{"91564"}, "payment_nonce_used"},
	} {
		if got := sdk.DeclineCode(c.rejection, c.codes...); string(got) != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
