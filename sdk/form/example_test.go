package form_test

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/form"
)

// The result has every broken rule, in the order of the form and in the given language. Valid fields are normalized.
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

// Codes are accepted in any spelling. A mistyped one is recognized without a query to the database.
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
