package price_test

import (
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/price"
)

// A price needs neither database nor server. The same catalog, tax table and input always return the same price, with all steps of the calculation.
func ExamplePrice() {
	catalog := price.DefaultCatalog()
	address, violations := price.NewTaxAddress("US", "PA", "19103", "en")
	if len(violations) > 0 {
		fmt.Println(violations[0].Text)
		return
	}
	priced, err := price.Price(catalog, &catalog.Tax, price.Input{
		Order: form.OrderChoice{PackageID: 2001}, Seats: 2, Address: address,
		At: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(priced.PackageName, priced.Total)
	for _, step := range priced.Explain("en") {
		fmt.Println(step)
	}
	// Output:
	// P0_ESSENTIAL_1Y 286.18 USD
	// 1. Price for one seat: $149.99
	//    × 2 = subtotal $299.98
	// 2. Coupon WELCOME10 takes $30.00 off: $269.98 remains
	// 3. No subscription code
	// 4. To be paid before tax: $269.98
	// 5. Sales tax: 6% of 100% of $269.98 = $16.20
	// 6. Total: $286.18
	//    Catalog 0, tax table 2026-11-01
}
