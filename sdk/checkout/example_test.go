package checkout_test

import (
	"errors"
	"fmt"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// A sign-up is priced and paid. The repeated call, as after a lost answer, returns the same receipt and charges nothing.
func ExampleClient_pay() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t)
	ctx, signup := t.Context(), env.SignUp(t)

	quote, err := env.Client.Signup.Price(ctx, signup.SignupID, signup.Key, price.QuoteInput{}, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	in := payment.Input{Order: form.OrderChoice{PackageID: 2001}, Payment: payment.Details{
		TaxID: quote.TaxID, AmountDisplayed: quote.Totals.Total, TaxAmountDisplayed: quote.Totals.TaxAmount,
		Nonce: "fake-valid-visa-nonce", // from the provider's fields in the browser
	}}
	for range 2 {
		paid, err := env.Client.Checkout.Pay(ctx, signup.SignupID, signup.Key, in, caller.Meta{Lang: "en", IdempotencyKey: "first-try/" + signup.SignupID})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(paid.Status, paid.Receipt.PackageName, paid.Receipt.Totals.TotalFormatted, "card", paid.Receipt.CardLastFour)
	}
	fmt.Println("charges:", len(env.Sandbox.Ledger().Transactions))
	// Output:
	// accepted P0_ESSENTIAL_1Y $158.99 card 1881
	// accepted P0_ESSENTIAL_1Y $158.99 card 1881
	// charges: 1
}

// A declined card is a validation error. A new try needs a new idempotency key.
func ExampleClient_pay_declined() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t)
	ctx, signup := t.Context(), env.SignUp(t)

	quote, err := env.Client.Signup.Price(ctx, signup.SignupID, signup.Key, price.QuoteInput{}, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = env.Client.Checkout.Pay(ctx, signup.SignupID, signup.Key, payment.Input{Order: form.OrderChoice{PackageID: 2001}, Payment: payment.Details{
		TaxID: quote.TaxID, AmountDisplayed: quote.Totals.Total, TaxAmountDisplayed: quote.Totals.TaxAmount, Nonce: "fake-processor-declined-visa-nonce",
	}}, caller.Meta{Lang: "en", IdempotencyKey: "second-try/" + signup.SignupID})
	var invalid *fault.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	for _, v := range invalid.Violations {
		fmt.Println(v.Field, v.Code, v.Text)
	}
	answer, err := env.Client.Checkout.Status(ctx, signup.SignupID, signup.Key)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(answer.Status)
	// Output:
	// nonce payment_method_declined Your payment method was declined. Nothing was charged. Check the details, or use another payment method.
	// declined
}
