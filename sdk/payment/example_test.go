package payment_test

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk"
)

var client *sdk.Client // made by sdk.New

// Refund returns the money of an attempt.
func ExampleClient_Refund() {
	attempt, err := client.Payment.Refund(context.Background(), "0198c1a2-6f0e-7c3a-9d54-2b7e1f6a8c30")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(attempt.State)
}
