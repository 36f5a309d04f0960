package order_test

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// A payment returns the payer's receipt. The co-parent with the paid seat gets one without amounts.
func ExampleReceipt() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t)
	paid := env.Pay(t, env.SignUp(t), func(in *payment.Input) { in.PayForCoparent = true })

	payer := paid.Receipt
	coParent := order.CoParentReceipt(payer)
	for _, receipt := range []*order.Receipt{payer, coParent} {
		fmt.Println(receipt.PackageName, receipt.EndsOn)
		fmt.Printf("total %q, tax %q, card %q\n", receipt.Totals.TotalFormatted, receipt.Totals.TaxAmountFormatted, receipt.CardLastFour)
	}
	// Output:
	// P0_ESSENTIAL_1Y 2027-06-02
	// total "$317.98", tax "$18.00", card "1881"
	// P0_ESSENTIAL_1Y 2027-06-02
	// total "", tax "", card ""
}
