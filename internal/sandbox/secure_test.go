package sandbox_test

import (
	"fmt"
	"net/http"
	"testing"

	braintree "github.com/braintree-go/braintree-go"

	"github.com/cojoin/cojoin/internal/sandbox"
)

func TestThreeDSecure(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	p := newPage(t, b, "")
	lookUp := func(value string) map[string]any {
		t.Helper()
		status, answer := p.post(t, "/client_api/v1/payment_methods/"+value+"/three_d_secure/lookup", map[string]any{"amount": "149.99"})
		if status != http.StatusCreated {
			t.Fatalf("%d %v", status, answer)
		}
		return answer
	}
	plain := p.tokenize(t, "4111111111111111", "12/30", "123")
	answer := lookUp(plain)
	authenticated := dig[string](t, answer, "paymentMethod", "nonce")
	b.mustSell(t, secured(authenticated))
	if !b.Ledger().Transactions[0].ThreeDSecure {
		t.Error("the ledger lacks the authentication")
	}
	if _, err := b.sell(t, nonce(plain)); !isValidation(err, "91564") {
		t.Errorf("the nonce before: %v", err)
	}

	// After a challenge, the card can be charged only if the holder approved.
	for _, approve := range []bool{false, true} {
		challenged := p.tokenize(t, "4000000000001091", "12/30", "123")
		answer := lookUp(challenged)
		if url := dig[string](t, answer, "lookup", "acsUrl"); url != b.url+"/hosted/challenge" {
			t.Errorf("the challenge is at %s", url)
		}
		status, answer := p.post(t, "/client_api/v1/three_d_secure/challenges", map[string]any{"nonce": challenged, "approve": approve})
		if status != http.StatusCreated || dig[bool](t, answer, "threeDSecureInfo", "liabilityShifted") != approve {
			t.Errorf("approve %v: %d %v", approve, status, answer)
		}
		_, err := b.sell(t, func(r *braintree.TransactionRequest) {
			secured(dig[string](t, answer, "paymentMethod", "nonce"))(r)
			r.OrderId = "asked"
		})
		if (err == nil) != approve {
			t.Errorf("approve %v: %v", approve, err)
		}
	}

	// An authentication is valid for its amount only. An authenticated nonce can be authenticated again.
	for i, amount := range []int64{14998, 15000} {
		_, err := b.sell(t, func(r *braintree.TransactionRequest) {
			secured(dig[string](t, lookUp(p.tokenize(t, "4111111111111111", "12/30", "123")), "paymentMethod", "nonce"))(r)
			r.Amount, r.OrderId = braintree.NewDecimal(amount, 2), fmt.Sprint("other amount ", i)
		})
		if !isValidation(err, "91585") {
			t.Errorf("%d charged after a question about 14999: %v", amount, err)
		}
	}
	twice := dig[string](t, lookUp(dig[string](t, lookUp(p.tokenize(t, "4111111111111111", "12/30", "123")), "paymentMethod", "nonce")), "paymentMethod", "nonce")
	b.mustSell(t, func(r *braintree.TransactionRequest) { secured(twice)(r); r.OrderId = "asked twice" })
	for name, amount := range map[string]any{"none": nil, "nothing": "0.00", "words": "many"} {
		status, _ := p.post(t, "/client_api/v1/payment_methods/"+p.tokenize(t, "4111111111111111", "12/30", "123")+"/three_d_secure/lookup", map[string]any{"amount": amount})
		if status != http.StatusUnprocessableEntity {
			t.Errorf("amount %s: status %d", name, status)
		}
	}

	// The bank of this card soft-declines until the cardholder is authenticated.
	soft := p.tokenize(t, "4000000000002099", "12/30", "123")
	if _, err := b.sell(t, func(r *braintree.TransactionRequest) { r.PaymentMethodNonce, r.OrderId = soft, "soft" }); err == nil || err.Error() != "Cardholder Authentication Required" {
		t.Errorf("soft decline: %v", err)
	}
}
