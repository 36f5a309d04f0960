package payment_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
)

// The server refuses a method in the countries where the table doesn't offer it, and for a package that hides it.
func TestMethodsAreRefused(t *testing.T) {
	t.Parallel()
	refused := 0
	for _, m := range gateway.PaymentMethods {
		for _, country := range []string{"US", "GB", "IE"} {
			for _, hidden := range []bool{false, true} {
				var want fault.Violations
				if !m.Countries.Include(country) || hidden && m.PackageFlag != "" {
					want = fault.Violations{{Field: "paymentType", Code: "payment_type_unavailable", Text: "This payment method isn’t available here. Please choose another one."}}
					refused++
				}
				in := payment.Input{TermsAndConditions: true, Payment: payment.Details{PaymentType: m.Type, Nonce: "nonce"}}
				got := payment.CheckPayment(in, payment.Facts{
					Country: country, Total: money.New(100, "USD"), Hidden: func(way string) bool { return hidden && way == string(m.Type) },
				}, "en")
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s in %s, hidden %t (-want +got):\n%s", m.Type, country, hidden, diff)
				}
			}
		}
	}
	if refused == 0 {
		t.Error("no method is refused anywhere")
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
		if !errors.Is(got[kind], err) {
			t.Errorf("payment type %q: %v, want %v", kind, got[kind], err)
		}
	}
}
