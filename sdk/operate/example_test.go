package operate_test

import (
	"errors"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// One of two sign-ups stops after the first step, the other is paid.
func ExampleClient_funnel() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t)
	env.SignUp(t, func(in *signup.Input) { in.Sections = []signup.Section{signup.SectionParent} })
	env.Pay(t, env.SignUp(t))

	today := env.Clock.Now().Truncate(24 * time.Hour)
	funnel, err := env.Client.Operate.Funnel(t.Context(), today, today.AddDate(0, 0, 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, count := range funnel.Groups[0].Steps {
		fmt.Println(count.Step, count.Reached, count.Stopped)
	}
	// Output:
	// parent 2 1
	// family 1 0
	// package 1 0
	// payment 1 0
	// paid 1 1
	// credentials 0 0
}

// A catalog file is checked, then activated as the next version.
func ExampleClient_applyCatalog() {
	t := sdktest.NewExample()
	defer t.End()
	client, ctx := sdktest.New(t).Client.Operate, t.Context()

	_, err := client.ApplyCatalog(ctx, []byte(`{"packages": []}`), "a broken one")
	var broken *price.CatalogError
	fmt.Println("refused:", errors.As(err, &broken))
	version, err := client.ApplyCatalog(ctx, price.DefaultCatalogFile(), "the shipped one") // already active: nothing changes
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("in force: version", version.Version)
	// Output:
	// refused: true
	// in force: version 1
}
