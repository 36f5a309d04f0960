package payment_test

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// An operator finds the attempt of a payment, refunds it, and reads its history.
func ExampleClient_refund() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t)
	client, ctx := env.Client.Payment, t.Context()
	env.Pay(t, env.SignUp(t))
	env.RunJobs(t) // captures the payment

	attempts, err := client.Attempts(ctx, payment.AttemptFilter{})
	if err != nil {
		t.Fatal(err)
	}
	for _, attempt := range attempts {
		refunded, err := client.Refund(ctx, attempt.ID, payment.RefundInput{Reason: "asked within 14 days"})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(attempt.Amount, attempt.Currency)
		for _, change := range refunded.Changes {
			fmt.Println(change.From, "->", change.To)
		}
	}
	// Output:
	// 158.99 USD
	// sent -> authorised
	// authorised -> capturing
	// capturing -> captured
	// captured -> refunded
}
