package places_test

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// A parent types the beginning of an address and picks a suggestion.
func ExampleClient_suggestAddresses() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { c.Addresses = places.Sandbox{} }))
	client, ctx, english := env.Client.Places, t.Context(), caller.Meta{Lang: "en"}
	begun := env.SignUp(t)
	parent := signup.Holder{SignupID: begun.SignupID, Key: begun.Key}

	suggestions, err := client.SuggestAddresses(ctx, parent, places.Query{Query: "1600 Market", Country: "US", Session: "s1", Lang: "en"}, english)
	if err != nil {
		t.Fatal(err)
	}
	for _, suggestion := range suggestions {
		fmt.Println(suggestion.Main+",", suggestion.Extra)
	}
	address, err := client.FindAddress(ctx, parent, places.Request{ID: suggestions[0].ID, Session: "s1", Lang: "en"}, english)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(address.City, address.Region, address.PostalCode)
	// Output:
	// 1600 Market Street, Philadelphia, PA 19103
	// Philadelphia PA 19103
}
