package subscription_test

import (
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

// A parent lists their subscriptions. A year later theirs renews. Then it is canceled, and runs to the end of its term.
func Example() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t)
	client, ctx, parent := env.Client.Subscription, t.Context(), env.Join(t)

	own, err := client.Own(ctx, parent.Token)
	if err != nil {
		t.Fatal(err)
	}
	subscription := own[0]
	fmt.Println(subscription.PackageName, subscription.State, "until", subscription.EndsAt.Format(time.DateOnly), "renews:", subscription.Renews)

	env.Clock.Set(subscription.EndsAt)
	outcome, err := client.Renew(ctx, subscription.ID) // as the daily job does
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(outcome)
	cancelled, err := client.EndRenewal(ctx, subscription.ID)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(cancelled.State, "until", cancelled.EndsAt.Format(time.DateOnly), "renews:", cancelled.Renews)
	// Output:
	// P0_ESSENTIAL_1Y active until 2027-06-02 renews: true
	// renewed
	// active until 2028-06-02 renews: false
}
