package sdk_test

import (
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/price"
)

// A price needs neither database nor server: the same catalogue, tax table and input always give the same one, with every step that led to it.
func ExamplePrice() {
	catalog := price.DefaultCatalog()
	address, violations := price.NewTaxAddress("US", "PA", "19103", "en")
	if len(violations) > 0 {
		fmt.Println(violations[0].Text)
		return
	}
	price, err := price.Price(catalog, &catalog.Tax, price.Input{
		Order: form.OrderChoice{PackageID: 2001}, Seats: 2, Address: address,
		At: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(price.PackageName, price.Total)
	for _, step := range price.Explain("en") {
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
	//    Catalogue 0, tax table 2026-11-01
}

// Every broken rule comes at once, in the order of the form and in the person's language; what is right comes back normalised.
func ExampleValidateParent() {
	parent, violations := form.ValidateParent(form.Parent{
		FirstName: "  Ana ", LastName: "", Email: "Ana.Diaz@EXAMPLE.com", PhoneCountryCode: "+1", PhoneNumber: "(215) 555-0123",
		TimeZone: "America/New_York",
	}, "es")
	fmt.Printf("%q %q\n", parent.FirstName, parent.Email)
	for _, v := range violations {
		fmt.Printf("%s: %s (%s)\n", v.Field, v.Text, v.Code)
	}
	// Output:
	// "Ana" "Ana.Diaz@EXAMPLE.com"
	// lastName: Este campo es obligatorio (field_required)
}

// People write a code as they like; one that is mistyped is told without asking the database.
func ExampleParseSubscriptionCode() {
	for _, typed := range []string{"7qxg k2m0 9wtb f3z8", "7qxg k2mo 9wtb f3z9"} {
		code, err := form.ParseSubscriptionCode(typed)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(form.FormatSubscriptionCode(code.Reveal()))
	}
	// Output:
	// 7QXG-K2M0-9WTB-F3Z8
	// sdk: mistyped subscription code
}
