package gateway_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/text"
)

func TestPaymentMethods(t *testing.T) {
	t.Parallel()
	want := []gateway.PaymentMethod{
		{Type: "CREDIT_CARD", Key: "creditCard", Name: "payment_card", TestNonce: "fake-valid-nonce"},
		{Type: "PAYPAL", Key: "paypal", Wallet: true, Countries: gateway.TypeCountries{Except: []string{"GB"}}, Experiment: "paypalInJoin", PackageFlag: "hidePayPal", Name: "payment_paypal", Failure: "paypalInitError", TestNonce: "fake-paypal-billing-agreement-nonce"},
		{Type: "VENMO", Key: "venmo", Wallet: true, Countries: gateway.TypeCountries{Only: []string{"US"}}, Experiment: "grow365Venmo", PackageFlag: "hideVenmo", Name: "payment_venmo", TestNonce: "fake-venmo-account-nonce"},
		{Type: "APPLE_PAY", Key: "applePay", Wallet: true, Experiment: "grow835ApplePay", PackageFlag: "hideApplePay", Name: "payment_applepay", Stays: true, TestNonce: "fake-apple-pay-visa-nonce"},
	}
	if diff := cmp.Diff(want, gateway.PaymentMethods); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestRestrictedCountries(t *testing.T) {
	t.Parallel()
	want := map[gateway.PaymentType]gateway.TypeCountries{"PAYPAL": {Except: []string{"GB"}}, "VENMO": {Only: []string{"US"}}}
	if diff := cmp.Diff(want, gateway.RestrictedCountries()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A row is complete: it has texts in every language, and its experiment is one that can be configured.
func TestPaymentMethodsAreComplete(t *testing.T) {
	t.Parallel()
	types, keys := map[gateway.PaymentType]bool{}, map[string]bool{}
	for _, m := range gateway.PaymentMethods {
		if types[m.Type] || keys[m.Key] {
			t.Errorf("%s, for the widget %s, isn't the only method of that name", m.Type, m.Key)
		}
		types[m.Type], keys[m.Key] = true, true
		for _, code := range []text.Code{m.Name, m.Failure} {
			for _, lang := range text.Languages {
				if code != "" && !text.Has(lang, code) {
					t.Errorf("%s: language %s has no text %s", m.Type, lang, code)
				}
			}
		}
		if _, known := flag.ShippedArms[m.Experiment]; m.Experiment != "" && !known {
			t.Errorf("%s: there is no experiment %s", m.Type, m.Experiment)
		}
		if found, ok := m.Type.Method(); !ok || !cmp.Equal(m, found) {
			t.Errorf("%s is found as %+v", m.Type, found)
		}
	}
	if found, ok := gateway.PaymentType("BANK").Method(); ok {
		t.Errorf("BANK is found as %+v", found)
	}
}

func TestTypeCountries(t *testing.T) {
	t.Parallel()
	cases := []struct {
		countries gateway.TypeCountries
		want      map[string]bool
	}{
		{gateway.TypeCountries{}, map[string]bool{"US": true, "GB": true, "": true}},
		{gateway.TypeCountries{Only: []string{"GB", "IE"}}, map[string]bool{"US": false, "GB": true, "IE": true, "": false}},
		{gateway.TypeCountries{Except: []string{"GB"}}, map[string]bool{"US": true, "GB": false, "": true}},
		{gateway.TypeCountries{Only: []string{}}, map[string]bool{"US": false, "": false}},
	}
	for _, c := range cases {
		got := map[string]bool{}
		for country := range c.want {
			got[country] = c.countries.Include(country)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.countries, diff)
		}
	}
}
