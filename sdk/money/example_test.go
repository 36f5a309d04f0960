package money_test

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/money"
)

// Two seats of a package, in cents.
func Example() {
	price, err := money.Parse("149.99", "USD")
	if err != nil {
		fmt.Println(err)
		return
	}
	seats, err := price.Mul(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(price, seats, seats.Minor)
	// Output:
	// 149.99 USD 299.98 USD 29998
}
