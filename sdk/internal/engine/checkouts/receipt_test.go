package checkouts_test

import (
	"encoding/base64"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
)

// The analytics of an order for two seats have two items at the price of one. The sum of the items, the discount and the tax is the value.
func TestAnalyticsOfTwoSeats(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	answer, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.PayForCoparent, in.PromoCodes = true, []string{"FLAT15"} }))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.StdEncoding.DecodeString(answer.GaPayloadBase64)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"transactionId": answer.Receipt.OrderID, "affiliation": "Cojoin", "currency": "USD", "value": "302.08", "tax": "17.10", "discount": "15.00", "coupon": "FLAT15",
		"items": []any{map[string]any{"itemId": "2001", "itemName": "P0_ESSENTIAL_1Y", "price": "149.99", "quantity": 2.0}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("analytics payload (-want +got):\n%s", diff)
	}
}
