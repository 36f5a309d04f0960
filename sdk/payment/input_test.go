package payment_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
)

// The server refuses a method in the countries where it isn't offered, and for a package that hides it.
func TestMethodsAreRefused(t *testing.T) {
	t.Parallel()
	refused := func(country string, hidden bool) []gateway.PaymentType {
		var types []gateway.PaymentType
		for _, m := range gateway.PaymentMethods {
			in := payment.Input{TermsAndConditions: true, Payment: payment.Details{PaymentType: m.Type, Nonce: "nonce"}}
			broken := payment.CheckPayment(in, payment.Facts{
				Country: country, Total: money.New(100, "USD"), Hidden: func(string) bool { return hidden },
			}, "en")
			for _, v := range broken {
				if v.Field != "paymentType" || v.Code != "payment_type_unavailable" {
					t.Errorf("%s in %s: %+v", m.Type, country, v)
				}
				types = append(types, m.Type)
			}
		}
		return types
	}
	got := map[string][]gateway.PaymentType{
		"US": refused("US", false), "GB": refused("GB", false), "IE": refused("IE", false), "US, all hidden": refused("US", true),
	}
	want := map[string][]gateway.PaymentType{
		"US": nil, "GB": {"PAYPAL", "VENMO"}, "IE": {"VENMO"}, "US, all hidden": {"PAYPAL", "VENMO", "APPLE_PAY"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUnknownMethodIsInvalid(t *testing.T) {
	t.Parallel()
	got := map[gateway.PaymentType]error{}
	for _, kind := range []gateway.PaymentType{"", "VENMO", "venmo", "BANK"} {
		_, got[kind] = payment.Input{Payment: payment.Details{PaymentType: kind}}.Normalise()
	}
	want := map[gateway.PaymentType]error{"": nil, "VENMO": nil, "venmo": payment.Invalid, "BANK": payment.Invalid}
	for kind, err := range want {
		if got[kind] != err {
			t.Errorf("payment type %q: %v, want %v", kind, got[kind], err)
		}
	}
}
