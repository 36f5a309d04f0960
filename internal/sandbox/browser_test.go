package sandbox_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	braintree "github.com/braintree-go/braintree-go"
	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// page is a page in a browser with a client token.
type page struct {
	bench       *bench
	origin      string
	fingerprint string
}

func newPage(t *testing.T, b *bench, origin string) *page {
	t.Helper()
	p := newPageFor(t, b, &braintree.ClientTokenRequest{MerchantAccountID: "cojoin_usd"})
	p.origin = origin
	return p
}

func newPageFor(t *testing.T, b *bench, request *braintree.ClientTokenRequest) *page {
	t.Helper()
	raw, err := b.client.ClientToken().GenerateWithRequest(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := base64.StdEncoding.DecodeString(raw)
	if err != nil {
		t.Fatal(err)
	}
	var token struct {
		AuthorizationFingerprint string `json:"authorizationFingerprint"`
	}
	if err := json.Unmarshal(decoded, &token); err != nil {
		t.Fatal(err)
	}
	return &page{b, "", token.AuthorizationFingerprint}
}

// post sends JSON with the token and returns status and response.
func (p *page) post(t *testing.T, path string, body map[string]any) (int, map[string]any) {
	t.Helper()
	if _, there := body["authorizationFingerprint"]; !there && !strings.HasSuffix(path, ".json") {
		body["authorizationFingerprint"] = p.fingerprint
	}
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.bench.url+path, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if p.origin != "" {
		req.Header.Set("Origin", p.origin)
	}
	if path == "/graphql" {
		req.Header.Set("Authorization", "Bearer "+p.fingerprint)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var answer map[string]any
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, answer
}

// tokenize returns a nonce for a card.
func (p *page) tokenize(t *testing.T, number, expiry, cvv string) string {
	t.Helper()
	status, answer := p.post(t, "/client_api/v1/payment_methods/credit_cards", map[string]any{
		"creditCard": map[string]any{"number": number, "expirationDate": expiry, "cvv": cvv, "cardholderName": "Jane Doe"}})
	if status != http.StatusCreated {
		t.Fatalf("tokenising answers %d %v", status, answer)
	}
	return dig[string](t, answer, "creditCards", 0, "nonce")
}

// dig returns the value at a path of names and indexes in a response.
func dig[T any](t *testing.T, in any, path ...any) T {
	t.Helper()
	for _, step := range path {
		switch s := step.(type) {
		case string:
			m, ok := in.(map[string]any)
			if !ok {
				t.Fatalf("%v: no object before %q", path, s)
			}
			in = m[s]
		case int:
			l, ok := in.([]any)
			if !ok || s >= len(l) {
				t.Fatalf("%v: no list before %d", path, s)
			}
			in = l[s]
		}
	}
	value, ok := in.(T)
	if !ok {
		t.Fatalf("%v: got %#v", path, in)
	}
	return value
}

func TestCardNoncePaysOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	value := newPage(t, b, "").tokenize(t, "5555 5555 5555 4444", "12 / 2030", "123")
	tx := b.mustSell(t, nonce(value))
	if got := []string{tx.CreditCard.CardType, tx.CreditCard.Last4, tx.CreditCard.ExpirationDate, tx.CreditCard.CardholderName, string(tx.CVVResponseCode)}; !cmp.Equal(got, []string{"MasterCard", "4444", "12/2030", "Jane Doe", "M"}) {
		t.Errorf("got %v", got)
	}
	if _, err := b.sell(t, func(r *braintree.TransactionRequest) { r.PaymentMethodNonce, r.OrderId = value, "order-2" }); !isValidation(err, "91564") {
		t.Errorf("again: %v", err)
	}
	late := newPage(t, b, "").tokenize(t, "4111111111111111", "12/30", "123")
	b.clock.at = b.clock.at.Add(3*time.Hour + time.Second)
	if _, err := b.sell(t, nonce(late)); !isValidation(err, "91565") {
		t.Errorf("after three hours: %v", err)
	}
}

func TestDeclinedCards(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	p := newPage(t, b, "")
	for number, want := range map[string]string{"4000111111111115": "Do Not Honor", "3566002020360505": "Processor Network Unavailable - Try Again", "4000111111111511": "Gateway Rejected: fraud"} {
		if _, err := b.sell(t, nonce(p.tokenize(t, number, "12/30", "123"))); err == nil || err.Error() != want {
			t.Errorf("%s: %v", number, err)
		}
	}
}

func TestWrongCards(t *testing.T) {
	t.Parallel()
	p := newPage(t, newBench(t, sandbox.Options{}), "")
	status, answer := p.post(t, "/client_api/v1/payment_methods/credit_cards", map[string]any{
		"creditCard": map[string]any{"number": "4111111111111112", "expirationDate": "1/1", "cvv": "12345"}})
	want := map[string]any{
		"error": map[string]any{"message": "Credit card is invalid"},
		"fieldErrors": []any{map[string]any{"field": "creditCard", "fieldErrors": []any{
			map[string]any{"field": "number", "code": "81715", "message": "Credit card number is invalid."},
			map[string]any{"field": "expirationDate", "code": "81710", "message": "Expiration date is invalid."},
			map[string]any{"field": "cvv", "code": "81707", "message": "CVV must be 4 digits for American Express and 3 digits for other card types."},
		}}},
	}
	if diff := cmp.Diff(want, answer); diff != "" || status != http.StatusUnprocessableEntity {
		t.Errorf("%d (-want +got):\n%s", status, diff)
	}
}

func TestBrowserCallsNeedAToken(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	p := newPage(t, b, "")
	card := map[string]any{"number": "4111111111111111", "expirationDate": "12/30", "cvv": "123"}
	for name, fingerprint := range map[string]string{"none": "", "forged": "e30.AAAA", "tampered": "x" + p.fingerprint} {
		status, _ := p.post(t, "/client_api/v1/payment_methods/credit_cards", map[string]any{"authorizationFingerprint": fingerprint, "creditCard": card})
		if status != http.StatusForbidden {
			t.Errorf("%s: %d", name, status)
		}
	}
	b.clock.at = b.clock.at.Add(24*time.Hour + time.Second)
	if status, _ := p.post(t, "/client_api/v1/payment_methods/credit_cards", map[string]any{"creditCard": card}); status != http.StatusForbidden {
		t.Errorf("after a day: %d", status)
	}
}

func TestWallets(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	p := newPage(t, b, "")
	for path, want := range map[string][2]string{
		"paypal_accounts": {"paypalAccounts", "paypal_account"}, "venmo_accounts": {"venmoAccounts", "venmo_account"},
		"apple_payment_tokens": {"applePayCards", "apple_pay_card"},
	} {
		status, answer := p.post(t, "/merchants/cojoin_sandbox/client_api/v1/payment_methods/"+path, map[string]any{})
		if status != http.StatusCreated {
			t.Errorf("%s: %d %v", path, status, answer)
			continue
		}
		value := dig[string](t, answer, want[0], 0, "nonce")
		tx := b.mustSell(t, func(r *braintree.TransactionRequest) { r.PaymentMethodNonce, r.OrderId = value, path })
		if string(tx.PaymentInstrumentType) != want[1] {
			t.Errorf("%s: %s", path, tx.PaymentInstrumentType)
		}
	}
	for path, want := range map[string][]any{
		"paypal_hermes/create_payment_resource": {"paymentResource", "redirectUrl"}, "paypal_hermes/setup_billing_agreement": {"agreementSetup", "approvalUrl"},
	} {
		if status, answer := p.post(t, "/client_api/v1/"+path, map[string]any{}); status != http.StatusCreated || !strings.HasPrefix(dig[string](t, answer, want...), b.url) {
			t.Errorf("%s: %d %v", path, status, answer)
		}
	}
	if status, answer := p.post(t, "/client_api/v1/apple_pay_web/sessions", map[string]any{"applePayWebSession": map[string]any{"domainName": "shop.example.com"}}); status != http.StatusCreated || answer["domainName"] != "shop.example.com" {
		t.Errorf("Apple Pay session: %d %v", status, answer)
	}
}

func TestGraphQL(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	p := newPage(t, b, "")
	_, answer := p.post(t, "/graphql", map[string]any{"query": "query ClientConfiguration { clientConfiguration { environment merchantId } }"})
	if got := dig[string](t, answer, "data", "clientConfiguration", "merchantId"); got != "cojoin_sandbox" {
		t.Errorf("configuration: %s", got)
	}
	tokenize := func(number string) map[string]any {
		_, answer := p.post(t, "/graphql", map[string]any{
			"query":     "mutation TokenizeCreditCard($input: TokenizeCreditCardInput!) { tokenizeCreditCard(input: $input) { token } }",
			"variables": map[string]any{"input": map[string]any{"creditCard": map[string]any{"number": number, "expirationMonth": "12", "expirationYear": "2030", "cvv": "123"}}},
		})
		return answer
	}
	answer = tokenize("4111111111111111")
	if got := dig[string](t, answer, "data", "tokenizeCreditCard", "creditCard", "brandCode"); got != "VISA" {
		t.Errorf("brand: %s", got)
	}
	b.mustSell(t, nonce(dig[string](t, answer, "data", "tokenizeCreditCard", "token")))
	if got := dig[string](t, tokenize("4111111111111112"), "errors", 0, "extensions", "legacyCode"); got != "81715" {
		t.Errorf("a wrong number: %s", got)
	}
	if _, answer = p.post(t, "/graphql", map[string]any{"query": "{ everything }"}); answer["errors"] == nil {
		t.Errorf("an unknown field: %v", answer)
	}
}

func TestHugeBodiesAreRefused(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	p := newPage(t, b, "")
	if status, _ := p.post(t, "/client_api/v1/payment_methods/credit_cards", map[string]any{"pad": strings.Repeat("x", 300<<10)}); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a page's: %d", status)
	}
	if _, err := b.sell(t, func(r *braintree.TransactionRequest) { r.OrderId = strings.Repeat("x", 300<<10) }); status(err) != http.StatusBadRequest {
		t.Errorf("a server's: %v", err)
	}
}
