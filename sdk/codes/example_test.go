package codes_test

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// A verified professional buys a batch of codes by card, issues one to a client, and lists the batch.
func Example() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t)
	client, ctx, professional := env.Client.Codes, t.Context(), env.SignUpProfessional(t).ProfessionalID
	if err := env.Client.Professional.Verify(ctx, professional); err != nil {
		t.Fatal(err)
	}

	batch, err := client.Buy(ctx, professional, codes.PurchaseInput{
		PackageID: 2001, Size: 3, Nonce: "fake-valid-visa-nonce",
	}, caller.Meta{Lang: "en", IdempotencyKey: "purchase-4711"})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(batch.Size, "codes worth", batch.Face, "each,", batch.Total, batch.CurrencyCode, "in all:", batch.State)

	_, err = client.Issue(ctx, professional, batch.ID, codes.IssueInput{IssuedTo: "Case 12", Email: "ana@example.com"}, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	issued, err := client.Codes(ctx, professional, batch.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range issued {
		fmt.Printf("%d %s %q\n", code.Number, code.State, code.IssuedTo)
	}
	// Output:
	// 3 codes worth 149.99 each, 449.97 USD in all: active
	// 1 available "Case 12"
	// 2 available ""
	// 3 available ""
}
