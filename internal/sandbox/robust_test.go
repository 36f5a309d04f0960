package sandbox

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// No form of body makes a server call panic: each gets a response.
func TestOddBodies(t *testing.T) {
	t.Parallel()
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	customerMade := s.createCustomer(&call{body: group("customer", text("id", "ada"), text("payment-method-nonce", "fake-valid-nonce"))})
	token := customerMade.body.at("credit-cards").Children[0].text("token")
	sold := s.createTransaction(&call{body: group("transaction", text("type", "sale"), text("amount", "1"), text("payment-method-nonce", "fake-valid-nonce"))})
	id := sold.body.text("id")
	bodies := []string{"", `{}`, `[]`, `null`, `"x"`, `{"a":null}`, `{"transaction":{}}`, `{"transaction":null}`, `{"transaction":[]}`}
	for _, name := range []string{"transaction", "customer", "payment_method", "search", "client_token"} {
		bodies = append(bodies, `{"`+name+`":{"type":"sale","amount":"1","customer_id":"ada","order_id":{"is":""},"credit_card":{},"payment_method_nonce":"x",`+
			`"billing":null,"options":null,"customer":[],"custom_fields":null,"status":[],"ids":{},"created_at":{"min":null},"three_d_secure_pass_thru":{}}}`,
			`{"`+name+`":{"type":"sale","amount":"1","customer_id":"ada","credit_card":{"number":"4111111111111111","expiration_date":"12/30","options":[]},"number":"4111111111111111","expiration_date":"1/30"}}`)
	}
	bodies = append(bodies, `{"search":{"amount":{"min":"x"}}}`, `{"search":{"amount":{"is":null}}}`, `{"search":{"order_id":{"item":"x","is":"y"}}}`,
		`{"search":{"email":{"item":"x","is":"y"}}}`, `{"search":{"created_at":{"max":"x"}}}`)
	for _, method := range []string{"GET", "POST", "PUT"} {
		for _, path := range []string{
			"client_token", "transactions", "transactions/" + id, "transactions/" + id + "/submit_for_settlement", "transactions/" + id + "/void",
			"transactions/" + id + "/refund", "transactions/" + id + "/settle", "transactions/advanced_search_ids", "transactions/advanced_search",
			"customers", "customers/ada", "customers/advanced_search_ids", "customers/advanced_search", "payment_methods",
			"payment_methods/any/" + token, "payment_methods/" + token + "/nonces", "payment_method_nonces/fake-paypal-one-time-nonce", "payment_method_nonces/fake-consumed-nonce",
		} {
			for _, body := range bodies {
				r := httptest.NewRequest(method, "/merchants/cojoin_sandbox/"+path, strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				r.SetBasicAuth("public", "private")
				w := httptest.NewRecorder()
				func() {
					defer func() {
						if p := recover(); p != nil {
							t.Errorf("%s %s %s: %v", method, path, body, p)
						}
					}()
					s.ServeHTTP(w, r)
				}()
				if w.Code >= http.StatusInternalServerError {
					t.Errorf("%s %s %s: %d", method, path, body, w.Code)
				}
			}
		}
	}
}
