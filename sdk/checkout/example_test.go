package checkout_test

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/payment"
)

var client *sdk.Client // made by sdk.New

// A payment that is still being confirmed is asked for again.
func ExampleClient_Status() {
	answer, err := client.Checkout.Status(context.Background(), "signup-id", "registration-key")
	if err != nil {
		fmt.Println(err)
		return
	}
	if answer.Status == payment.Confirming {
		fmt.Println("ask again in a few seconds")
	}
}
