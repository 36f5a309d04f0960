package signup_test

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/signup"
)

var client *sdk.Client // made by sdk.New

// The first step of a sign-up. RegistrationKey opens the registration from now on: keep it like a password.
func ExampleClient_Create() {
	started, err := client.Signup.Create(context.Background(), signup.Input{
		Sections: []signup.Section{signup.SectionParent},
		Parent: &form.Parent{
			FirstName: "Ana", LastName: "Diaz", Email: "ana@example.com", PhoneCountryCode: "+1", PhoneNumber: "2155550123", TimeZone: "America/New_York",
		},
	}, caller.Meta{Lang: "en"})
	if err != nil {
		fmt.Println(err) // a *fault.ValidationError says what to correct
		return
	}
	fmt.Println(started.SignupID)
}
