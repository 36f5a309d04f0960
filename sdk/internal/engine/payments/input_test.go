package payments_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

// The server rejects a method in the countries that the table excludes, and for a package that hides it.
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
				got := payments.CheckPayment(in, payments.Facts{
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
		_, got[kind] = payments.NormalizeInput(payment.Input{Payment: payment.Details{PaymentType: kind}})
	}
	want := map[gateway.PaymentType]error{"": nil, "VENMO": nil, "venmo": payment.Invalid, "BANK": payment.Invalid}
	for kind, err := range want {
		if !errors.Is(got[kind], err) {
			t.Errorf("payment type %q: %v, want %v", kind, got[kind], err)
		}
	}
}

// The length of a call's fields is limited: they come from strangers, and are stored, compared or passed on.
func TestPaymentCallIsBounded(t *testing.T) {
	t.Parallel()
	filled := func(n int) secret.Secret { return secret.Secret(strings.Repeat("x", n)) }
	for name, tc := range map[string]struct {
		change func(*payment.Input)
		want   error
	}{
		"the longest nonce":           {func(in *payment.Input) { in.Payment.Nonce = filled(255) }, nil},
		"a longer nonce":              {func(in *payment.Input) { in.Payment.Nonce = filled(256) }, payment.Invalid},
		"a nonce with a line feed":    {func(in *payment.Input) { in.Payment.Nonce = "a\nb" }, payment.Invalid},
		"the longest device data":     {func(in *payment.Input) { in.Payment.DeviceData = filled(20_000) }, nil},
		"longer device data":          {func(in *payment.Input) { in.Payment.DeviceData = filled(20_001) }, payment.Invalid},
		"device data that is no text": {func(in *payment.Input) { in.Payment.DeviceData = "\xff" }, payment.Invalid},
		"the longest locale":          {func(in *payment.Input) { in.Payment.PricingLocale = strings.Repeat("x", 35) }, nil},
		"a longer locale":             {func(in *payment.Input) { in.Payment.PricingLocale = strings.Repeat("x", 36) }, payment.Invalid},
		"the longest visitor's id":    {func(in *payment.Input) { in.SegmentAnonymousID = strings.Repeat("x", 255) }, nil},
		"a longer visitor's id":       {func(in *payment.Input) { in.SegmentAnonymousID = strings.Repeat("x", 256) }, payment.Invalid},
	} {
		in := payment.Input{}
		tc.change(&in)
		if _, err := payments.NormalizeInput(in); !errors.Is(err, tc.want) || (err == nil) != (tc.want == nil) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
}

// A card's holder is normalized like a name, and may be as long as the provider allows. Bank details are rejected.
func TestCardholderName(t *testing.T) {
	t.Parallel()
	in, err := payments.NormalizeInput(payment.Input{Payment: payment.Details{CardHolderName: "  Ana   Diaz "}})
	if err != nil || in.Payment.CardHolderName != "Ana Diaz" {
		t.Errorf("%q, %v", in.Payment.CardHolderName, err)
	}
	given := "1"
	for name, tc := range map[string]struct {
		details payment.Details
		want    []string
	}{
		"the longest name":     {payment.Details{CardHolderName: strings.Repeat("é", payments.MaxCardHolder)}, []string{}},
		"a longer name":        {payment.Details{CardHolderName: strings.Repeat("é", payments.MaxCardHolder+1)}, []string{"cardHolderName=payment_card_holder_long"}},
		"a bank account":       {payment.Details{BankAccountNumber: &given}, []string{"bankAccountNumber=payment_bank_unsupported"}},
		"a bank":               {payment.Details{BankRoutingNumber: &given}, []string{"bankAccountNumber=payment_bank_unsupported"}},
		"a kind of account":    {payment.Details{BankAccountType: &given}, []string{"bankAccountNumber=payment_bank_unsupported"}},
		"nothing due, no card": {payment.Details{}, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			got := payments.CheckPayment(payment.Input{Payment: tc.details}, payments.Facts{Country: "US", Total: money.New(0, "USD")}, "en")
			fixture.WantRefusal(t, &fault.ValidationError{Violations: got}, tc.want...)
		})
	}
}

// In a country with verified cards, only a card's nonce without a verification is rejected.
func TestUnverifiedCard(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		nonce gateway.Nonce
		want  []string
	}{
		"an unverified card":       {gateway.Nonce{PaymentType: gateway.PaymentCreditCard}, []string{"nonce=payment_card_unverified"}},
		"a card that was verified": {gateway.Nonce{PaymentType: gateway.PaymentCreditCard, ThreeDSecure: true}, []string{}},
		"another way to pay":       {gateway.Nonce{PaymentType: gateway.PaymentApplePay}, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			in := payment.Input{Payment: payment.Details{PaymentType: gateway.PaymentCreditCard, Nonce: "x"}, TermsAndConditions: true}
			got := payments.CheckPayment(in, payments.Facts{Country: "US", Total: money.New(1, "USD"), Nonce: &tc.nonce}, "en")
			fixture.WantRefusal(t, &fault.ValidationError{Violations: got}, tc.want...)
		})
	}
}

// Only an answer that may still change is requested again.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	for status, want := range map[payment.Status]bool{payment.Confirming: true, payment.Accepted: false, payment.Declined: false} {
		if got := (&payment.Answer{Status: status}).Unfinished(); got != want {
			t.Errorf("%s: %t, want %t", status, got, want)
		}
	}
	if (*payment.Answer)(nil).Unfinished() {
		t.Error("no answer is unfinished")
	}
}
