package sandbox_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	braintree "github.com/braintree-go/braintree-go"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// form posts a card as older browser clients do. It returns the status and the resulting card.
func (p *page) form(t *testing.T, members url.Values) (int, string) {
	t.Helper()
	members.Set("authorizationFingerprint", p.fingerprint)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.bench.url+"/client_api/v1/payment_methods/credit_cards", strings.NewReader(members.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		CreditCards []struct {
			Nonce string `json:"nonce"`
		} `json:"creditCards"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	if len(answer.CreditCards) != 1 {
		return resp.StatusCode, ""
	}
	return resp.StatusCode, answer.CreditCards[0].Nonce
}

func cardForm(number, validate string) url.Values {
	return url.Values{
		"creditCard[number]": {number}, "creditCard[expirationDate]": {"12/30"}, "creditCard[cvv]": {"123"},
		"creditCard[billingAddress][postalCode]": {"20000"}, "creditCard[options][validate]": {validate},
	}
}

// A form-encoded card is equal to the card in JSON. Ambiguous forms are rejected.
func TestFormEncodedCard(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	p := newPage(t, b, "")
	status, nonce := p.form(t, cardForm("4111111111111111", "false"))
	if status != http.StatusCreated {
		t.Fatalf("got %d", status)
	}
	tx := b.mustSell(t, func(r *braintree.TransactionRequest) { r.PaymentMethodNonce = nonce })
	if tx.CreditCard.Last4 != "1111" || tx.AVSPostalCodeResponseCode != braintree.AVSResponseCodeDoesNotMatch {
		t.Errorf("%+v", tx)
	}
	for name, bad := range map[string]url.Values{
		"twice":     {"creditCard[number]": {"1", "2"}},
		"unclosed":  {"creditCard[number": {"1"}},
		"both":      {"creditCard": {"1"}, "creditCard[number]": {"1"}},
		"too deep":  {"a" + strings.Repeat("[b]", 17): {"1"}},
		"no member": {"[number]": {"1"}},
	} {
		if status, _ := p.form(t, bad); status != http.StatusBadRequest {
			t.Errorf("%s: %d", name, status)
		}
	}
}

// With a customer's client token, validated cards are vaulted, and verified if the token requires it.
func TestClientTokenOfACustomer(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	ctx := t.Context()
	if _, err := b.client.Customer().Create(ctx, &braintree.CustomerRequest{ID: "family-1"}); err != nil {
		t.Fatal(err)
	}
	yes := true
	all := &braintree.ClientTokenRequestOptions{VerifyCard: &yes, MakeDefault: true, FailOnDuplicatePaymentMethod: true}
	if _, err := b.client.ClientToken().GenerateWithRequest(ctx, &braintree.ClientTokenRequest{Options: all}); err == nil {
		t.Error("options without a customer were taken")
	}
	p := newPageFor(t, b, &braintree.ClientTokenRequest{CustomerID: "family-1", Options: all})
	if status, _ := p.form(t, cardForm("4000111111111115", "true")); status != http.StatusUnprocessableEntity {
		t.Errorf("a card that the bank declines: %d", status)
	}
	status, nonce := p.form(t, cardForm("4111111111111111", "true"))
	if status != http.StatusCreated {
		t.Fatalf("got %d", status)
	}
	if status, _ := p.form(t, cardForm("4111111111111111", "true")); status != http.StatusUnprocessableEntity {
		t.Errorf("the same card again: %d", status)
	}
	if status, _ := p.form(t, cardForm("4111111111111111", "false")); status != http.StatusCreated {
		t.Errorf("the same card without being kept: %d", status)
	}
	customer, err := b.client.Customer().Find(ctx, "family-1")
	if err != nil || len(customer.CreditCards.CreditCard) != 1 || !customer.CreditCards.CreditCard[0].Default {
		t.Fatalf("the customer's cards: %+v, %v", customer, err)
	}
	tx := b.mustSell(t, func(r *braintree.TransactionRequest) { r.PaymentMethodNonce = nonce })
	if tx.CreditCard.Token != customer.CreditCards.CreditCard[0].Token {
		t.Errorf("sold with %q", tx.CreditCard.Token)
	}
}

// The specs of the provider's server clients tokenize in place of a page, with members in snake case.
func TestSnakeCase(t *testing.T) {
	t.Parallel()
	p := newPage(t, newBench(t, sandbox.Options{}), "")
	card := func(number string) map[string]any {
		return map[string]any{"number": number, "expiration_month": "12", "expiration_year": "2030"}
	}
	for _, test := range []struct {
		name string
		body map[string]any
		want int
	}{
		{"a card", map[string]any{"authorization_fingerprint": p.fingerprint, "credit_card": card("4111111111111111")}, http.StatusCreated},
		{"another number", map[string]any{"authorization_fingerprint": p.fingerprint, "credit_card": card("4111111111111112")}, http.StatusUnprocessableEntity},
		{"no card", map[string]any{"authorization_fingerprint": p.fingerprint, "credit_card": []any{}}, http.StatusBadRequest},
		{"another fingerprint", map[string]any{"authorization_fingerprint": "x", "credit_card": card("4111111111111111")}, http.StatusForbidden},
	} {
		if got, answer := p.post(t, "/client_api/v1/payment_methods/credit_cards.json", test.body); got != test.want {
			t.Errorf("%s: %d %v, want %d", test.name, got, answer, test.want)
		}
	}
}
