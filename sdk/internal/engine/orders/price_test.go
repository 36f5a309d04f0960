package orders_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/price"
)

// The response to a customer shows a typed code whole. The order's copy doesn't, and leaves the response unchanged.
func TestKeptPriceHidesCodes(t *testing.T) {
	t.Parallel()
	answered := price.Quote{PaymentCodeDetails: []price.PaymentCodeDetail{{Code: "ABCD-EFGH-JKLM"}}}
	placed, err := orders.OfPrice(&price.Repriced{
		Quote: &answered, Priced: price.Priced{Codes: []price.PricedCode{{}}}, Codes: []string{"••••-JKLM"},
	}, &price.CatalogPackage{}, "en")
	if err != nil {
		t.Fatal(err)
	}
	var kept price.Quote
	if err := json.Unmarshal(placed.Price.Shown, &kept); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"ABCD-EFGH-JKLM", "••••-JKLM"}, []string{answered.PaymentCodeDetails[0].Code, kept.PaymentCodeDetails[0].Code}); diff != "" {
		t.Errorf("answered and kept (-want +got):\n%s", diff)
	}
}
