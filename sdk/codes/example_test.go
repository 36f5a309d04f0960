package codes_test

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk"
)

var client *sdk.Client // made by sdk.New

// The codes of a batch, as the professional who bought them sees them.
func ExampleClient_Codes() {
	issued, err := client.Codes.Codes(context.Background(), "professional", "batch")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, code := range issued {
		fmt.Println(code.State)
	}
}
