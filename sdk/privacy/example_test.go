package privacy_test

import (
	"errors"
	"fmt"

	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Export and erase a person's data.
func ExampleClient_erasePerson() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t)
	client, ctx, parent := env.Client.Privacy, t.Context(), env.Join(t)

	kept, err := client.ExportPerson(ctx, parent.UserID)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(len(kept.Tables["children"]), "children,", len(kept.Tables["orders"]), "order")
	erased, err := client.ErasePerson(ctx, parent.UserID)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("erased:", erased.Changed["children"], "children,", erased.Changed["orders"], "orders") // the law requires the order
	_, err = client.ErasePerson(ctx, "01900000-0000-7000-8000-000000000000")
	fmt.Println("unknown:", errors.Is(err, privacy.ErrPersonUnknown))
	// Output:
	// 2 children, 1 order
	// erased: 2 children, 0 orders
	// unknown: true
}
