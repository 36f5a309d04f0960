package apiserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
)

// TestTermsBindThePaymentOverHTTP asserts that storePaymentOnFile defaults to true, in the quote and in the payment. If the two differ, the payment is
// rejected with a quote that can be paid.
func TestTermsBindThePaymentOverHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	order := map[string]any{"packageId": 2001}
	number := 0
	got := map[string]string{}
	choices := map[string]map[string]any{"left out": {}, "true": {"storePaymentOnFile": true}, "false": {"storePaymentOnFile": false}}
	for quoted, quotedChoice := range choices {
		for sent, choice := range choices {
			number++
			id, key := b.signup(number)
			body := map[string]any{"limboId": id, "orderDetail": order}
			maps.Copy(body, quotedChoice)
			var quote price.Quote
			b.call(http.MethodPost, "/v1/pricing", body, "Registration-Key", key).into(t, &quote)
			pay := func(try string) reply {
				details := map[string]any{
					"taxId": quote.TaxID, "amountDisplayed": quote.Totals.Total, "taxAmountDisplayed": quote.Totals.TaxAmount,
					"paymentType": "CREDIT_CARD", "nonce": "fake-valid-visa-nonce", "cardHolderName": "Ana Diaz",
				}
				maps.Copy(details, choice)
				return b.call(http.MethodPost, "/v1/signups/"+id+"/payment", map[string]any{"order": order, "payment": details, "termsAndConditions": true},
					"Registration-Key", key, "Idempotency-Key", fmt.Sprintf("renews-%s-%d", try, number))
			}
			refused, res := "", pay("first")
			if res.status == http.StatusConflict {
				var changed problem.Validation
				if err := json.Unmarshal(res.body, &changed); err != nil {
					t.Fatal(err)
				}
				refused = "refused for " + changed.ValidationErrors[0].Field + ", then "
				quote = *changed.Quote
				res = pay("again")
			}
			var paid payment.Answer
			res.into(t, &paid)
			got[quoted+", "+sent] = fmt.Sprintf("%srenews %t, terms say %t", refused, paid.Receipt.RenewsAt != "", strings.Contains(quote.Terms, "renews automatically"))
		}
	}
	const renews, ends, refused = "renews true, terms say true", "renews false, terms say false", "refused for pricing, then "
	want := map[string]string{
		"left out, left out": renews, "left out, true": renews, "true, left out": renews, "true, true": renews, "false, false": ends,
		"left out, false": refused + ends, "true, false": refused + ends, "false, left out": refused + renews, "false, true": refused + renews,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("quote, payment (-want +got):\n%s", diff)
	}
}
