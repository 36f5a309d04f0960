package signup_test

import (
	"errors"
	"fmt"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// A parent fills in one step after another. The registration key authenticates every call after the first.
func Example() {
	t := sdktest.NewExample()
	defer t.End()
	client, ctx, english := sdktest.New(t).Client.Signup, t.Context(), caller.Meta{Lang: "en"}

	started, err := client.Create(ctx, signup.Input{
		Sections: []signup.Section{signup.SectionParent},
		Parent: &form.Parent{
			FirstName: "Ana", LastName: "Diaz", Email: "ana@example.com", PhoneCountryCode: "+1", PhoneNumber: "2155550123", TimeZone: "America/New_York",
		},
	}, english)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("next:", started.Registration.Next)
	id, key := started.SignupID, secret.Secret(started.RegistrationKey)
	_, err = client.Update(ctx, id, key, signup.Input{
		Sections: []signup.Section{signup.SectionFamily, signup.SectionOrder},
		CoParent: &form.CoParent{FirstName: "Ben", LastName: "Diaz", Email: "ben@example.com"},
		Children: []form.Child{{FirstName: "Cleo", LastName: "Diaz"}},
		Order:    &signup.Order{OrderChoice: form.OrderChoice{PackageID: 2001}},
	}, english)
	if err != nil {
		t.Fatal(err)
	}
	quote, err := client.Price(ctx, id, key, price.QuoteInput{}, english)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range quote.Lines {
		fmt.Println(line.Description, line.AmountFormatted)
	}
	// Output:
	// next: /step2
	// Your subscription: Essential, 1 year $149.99
}

// A validation error lists all broken rules, each with its text in the caller's language. Nothing is stored.
func ExampleClient_create_invalid() {
	t := sdktest.NewExample()
	defer t.End()
	client := sdktest.New(t).Client.Signup

	_, err := client.Create(t.Context(), signup.Input{
		Sections: []signup.Section{signup.SectionParent},
		Parent:   &form.Parent{FirstName: "Ana", LastName: "Diaz", Email: "ana@", PhoneCountryCode: "+1", PhoneNumber: "215", TimeZone: "America/New_York"},
	}, caller.Meta{Lang: "en"})
	var invalid *fault.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	for _, v := range invalid.Violations {
		fmt.Println(v.Field+":", v.Text)
	}
	// Output:
	// email: Invalid email address
	// phoneNumber: Must be between 8 and 15 digits
}
