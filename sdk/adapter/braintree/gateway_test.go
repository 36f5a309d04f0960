package braintree_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/adapter/braintree"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// bench is a gateway connected to a sandbox, with a record of its traffic.
type bench struct {
	*sandbox.Sandbox
	url     string
	gateway *braintree.Gateway
	mu      sync.Mutex
	sent    []string // bodies of requests
}

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// patience is the timeout of tests that don't test timeouts: a busy machine may need seconds for a response.
const patience = time.Minute

func newBench(t *testing.T) *bench {
	t.Helper()
	s, err := sandbox.New(sandbox.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{Sandbox: s}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		b.mu.Lock()
		b.sent = append(b.sent, string(body))
		b.mu.Unlock()
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	b.url = server.URL
	b.gateway = newGateway(t, b.url, patience)
	return b
}

func newGateway(t *testing.T, url string, timeout time.Duration) *braintree.Gateway {
	t.Helper()
	g, err := braintree.New(braintree.Config{
		BaseURL: url, MerchantID: sandbox.DefaultMerchantID, PublicKey: sandbox.DefaultPublicKey, PrivateKey: sandbox.DefaultPrivateKey, Timeout: timeout,
	})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func sale(change func(*gateway.AuthorizeRequest)) gateway.AuthorizeRequest {
	in := gateway.AuthorizeRequest{OrderID: "order-1", Amount: money.New(14999, "USD"), MerchantAccountID: "cojoin_usd", Nonce: "fake-valid-visa-nonce"}
	if change != nil {
		change(&in)
	}
	return in
}

// wholly compares transactions. Of tokens it only compares their presence.
func wholly(want, got gateway.Transaction) string {
	return cmp.Diff(want, got, cmp.Comparer(func(a, b secret.Secret) bool { return (a == "") == (b == "") }))
}

func TestAuthorizeToRefund(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	got, err := b.gateway.Authorize(ctx, sale(func(in *gateway.AuthorizeRequest) {
		in.Vault, in.Email, in.CardHolderName, in.Initiator = true, "jane@example.com", "Jane Doe", gateway.InitiatorRecurringFirst
		in.Customer, in.Tax = gateway.Customer{FirstName: "Jane", LastName: "Doe", Phone: "+14125550100"}, money.New(849, "USD")
		in.Billing = gateway.Address{Street: "1 Main St", Extended: "Apt 2", Locality: "Pittsburgh", Region: "PA", PostalCode: "15222", Country: "US"}
	}))
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{
		"<email>jane@example.com</email>", "<first-name>Jane</first-name>", "<phone>+14125550100</phone>", "<tax-amount>8.49</tax-amount>",
		"<street-address>1 Main St</street-address>", "<postal-code>15222</postal-code>", "<country-code-alpha2>US</country-code-alpha2>",
	} {
		if !strings.Contains(b.sent[len(b.sent)-1], field) {
			t.Errorf("the sale lacks %s: %s", field, b.sent[len(b.sent)-1])
		}
	}
	want := gateway.Transaction{
		ID: got.ID, OrderID: "order-1", MerchantAccountID: "cojoin_usd", Status: gateway.Authorized, Amount: money.New(14999, "USD"),
		PaymentType: gateway.PaymentCreditCard, CardLastFour: "1881", CardBrand: "Visa", CardCountry: "US", PaymentMethodToken: "kept", CreatedAt: now,
		CardExpires: gateway.Month{Year: 2030, Month: time.December}, Checks: gateway.Checks{AVSStreet: "M", AVSPostal: "M", CVV: "I"},
	}
	if diff := wholly(want, got); diff != "" {
		t.Errorf("authorized (-want +got):\n%s", diff)
	}
	if e := b.Ledger().Transactions[0]; e.Source != "recurring_first" || !e.Vaulted {
		t.Errorf("the ledger: %+v", e)
	}

	found, err := b.gateway.FindByOrderID(ctx, "order-1")
	if err != nil || len(found) != 1 {
		t.Fatalf("search: %v, %v", found, err)
	}
	if diff := wholly(want, found[0]); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}

	for since, n := range map[time.Time]int{now.Add(-time.Hour): 1, now.Add(time.Second): 0} {
		if all, err := b.gateway.FindSince(ctx, since); err != nil || len(all) != n {
			t.Errorf("since %s: %v, %v, want %d", since, all, err, n)
		}
	}

	want.Status = gateway.SubmittedForSettlement
	captured, err := b.gateway.Capture(ctx, got.ID)
	if diff := wholly(want, captured); diff != "" || err != nil {
		t.Errorf("captured: %v (-want +got):\n%s", err, diff)
	}
	b.SettleAll()
	want.Status = gateway.Settled
	settled, err := b.gateway.Find(ctx, got.ID)
	if diff := wholly(want, settled); diff != "" || err != nil {
		t.Errorf("settled: %v (-want +got):\n%s", err, diff)
	}
	credit, err := b.gateway.Refund(ctx, got.ID, money.New(50, "USD"))
	want.ID, want.Credit, want.Status, want.Amount, want.RefundOf = credit.ID, true, gateway.SubmittedForSettlement, money.New(50, "USD"), got.ID
	if diff := wholly(want, credit); diff != "" || err != nil {
		t.Errorf("refunded: %v (-want +got):\n%s", err, diff)
	}
	if last := b.sent[len(b.sent)-1]; !strings.Contains(last, "<amount>0.50</amount>") {
		t.Errorf("an amount below one was sent as %s", last)
	}
	sold, err := b.gateway.FindMany(ctx, []string{got.ID, "nothing"})
	if err != nil || len(sold) != 1 || sold[0].ID != got.ID || !cmp.Equal(sold[0].RefundIDs, []string{credit.ID}) {
		t.Errorf("found by its id: %+v, %v", sold, err)
	}
	if none, err := b.gateway.FindMany(ctx, nil); err != nil || len(none) != 0 { // a search without ids would find everything
		t.Errorf("of no ids: %v, %v", none, err)
	}
	for since, n := range map[time.Time]int{now.Add(-time.Hour): 1, now.Add(time.Hour): 0} {
		if credits, err := b.gateway.FindRefundsSince(ctx, since); err != nil || len(credits) != n || n == 1 && credits[0].ID != credit.ID {
			t.Errorf("credits since %s: %v, %v", since, credits, err)
		}
	}

	renewal, err := b.gateway.Authorize(ctx, sale(func(in *gateway.AuthorizeRequest) {
		in.OrderID, in.Nonce, in.PaymentMethodToken, in.Initiator = "order-2", "", got.PaymentMethodToken, gateway.InitiatorRecurring
	}))
	if err != nil || renewal.Status != gateway.Authorized {
		t.Fatalf("renewal: %+v, %v", renewal, err)
	}
	voided, err := b.gateway.Void(ctx, renewal.ID)
	if err != nil || voided.Status != gateway.Voided {
		t.Errorf("void: %+v, %v", voided, err)
	}
	if _, err := b.gateway.Void(ctx, renewal.ID); !isDecline(err, "91504") {
		t.Errorf("second void: %v", err)
	}
}

func TestEveryMethodAndCurrency(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, method := range gateway.PaymentMethods {
		nonce, want := secret.Secret(method.TestNonce), method.Type
		got, err := b.gateway.Authorize(t.Context(), sale(func(in *gateway.AuthorizeRequest) {
			in.Nonce, in.Vault, in.Amount, in.MerchantAccountID, in.OrderID = nonce, true, money.New(5, "GBP"), "cojoin_gbp", string(want)
		}))
		if err != nil {
			t.Errorf("%s: %v", want, err)
			continue
		}
		if got.PaymentType != want || got.Amount != money.New(5, "GBP") || got.PaymentMethodToken == "" {
			t.Errorf("%s: got %+v", want, got)
		}
	}
}

func TestDeclines(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(*gateway.AuthorizeRequest)
		want   gateway.Decline
		made   bool // a transaction was created
	}{
		"do not honor":    {minor(200000), gateway.Decline{Code: "payment_method_declined", ProcessorCode: "2000"}, true},
		"expired":         {minor(200400), gateway.Decline{Code: "payment_card_expiration_invalid", ProcessorCode: "2004"}, true},
		"number":          {minor(200500), gateway.Decline{Code: "payment_card_number_invalid", ProcessorCode: "2005"}, true},
		"postal code":     {minor(205900), gateway.Decline{Code: "payment_postal_code_invalid", ProcessorCode: "2059"}, true},
		"authenticate":    {minor(209900), gateway.Decline{Code: "payment_authentication_required", ProcessorCode: "2099"}, true},
		"network":         {minor(300000), gateway.Decline{Code: "payment_method_declined", ProcessorCode: "3000"}, true},
		"fraud":           {nonce("fake-gateway-rejected-fraud-nonce"), gateway.Decline{Code: "payment_method_declined", ProcessorCode: "fraud"}, true},
		"unknown nonce":   {nonce("tokencc_nothing"), gateway.Decline{Code: "payment_nonce_used", ProcessorCode: "91565"}, false},
		"consumed nonce":  {nonce("fake-consumed-nonce"), gateway.Decline{Code: "payment_nonce_used", ProcessorCode: "91564"}, false},
		"invalid number":  {nonce("fake-luhn-invalid-nonce"), gateway.Decline{Code: "payment_card_number_invalid", ProcessorCode: "81715"}, false},
		"no 3-D Secure":   {func(in *gateway.AuthorizeRequest) { in.RequireThreeDSecure = true }, gateway.Decline{Code: "payment_authentication_required", ProcessorCode: "three_d_secure"}, true},
		"security code":   {minor(201000), gateway.Decline{Code: "payment_card_cvv_invalid", ProcessorCode: "2010"}, true},
		"account unknown": {func(in *gateway.AuthorizeRequest) { in.MerchantAccountID = "nothing" }, gateway.Decline{Code: "payment_method_declined", ProcessorCode: "91513"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			_, err := b.gateway.Authorize(t.Context(), sale(tt.change))
			var got *gateway.Decline
			if !errors.As(err, &got) {
				t.Fatalf("got %v", err)
			}
			if ledger := b.Ledger().Transactions; tt.made != (len(ledger) == 1) || tt.made && ledger[0].ID != got.TransactionID {
				t.Errorf("transaction %q, the ledger has %+v", got.TransactionID, ledger)
			}
			got.TransactionID = ""
			if diff := cmp.Diff(tt.want, *got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !text.Has("en", got.Code) || !text.Has("es", got.Code) {
				t.Errorf("%s has no text", got.Code)
			}
		})
	}
}

func TestDuplicateIsUnknown(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if _, err := b.gateway.Authorize(t.Context(), sale(nil)); err != nil {
		t.Fatal(err)
	}
	if _, err := b.gateway.Authorize(t.Context(), sale(nil)); !errors.Is(err, gateway.ErrGatewayUnknown) {
		t.Errorf("got %v", err)
	}
}

func TestNotFoundAndForbidden(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, id := range []string{"missing1", "", "../customers/x", strings.Repeat("x", 65)} {
		if _, err := b.gateway.Find(t.Context(), id); !errors.Is(err, gateway.ErrGatewayNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if len(b.sent) != 1 {
		t.Errorf("%d requests were sent for one well-formed id", len(b.sent))
	}
	if _, err := b.gateway.Authorize(t.Context(), sale(minor(0))); err == nil || errors.Is(err, gateway.ErrGatewayUnknown) {
		t.Errorf("nothing to authorize: %v", err)
	}
	if _, err := b.gateway.Authorize(t.Context(), sale(nonce(""))); err == nil || errors.Is(err, gateway.ErrGatewayUnknown) {
		t.Errorf("nothing to authorize with: %v", err)
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	good := braintree.Config{Environment: "sandbox", MerchantID: "m", PublicKey: "p", PrivateKey: "q"}
	for name, change := range map[string]func(*braintree.Config){
		"no key":          func(c *braintree.Config) { c.PrivateKey = "" },
		"environment":     func(c *braintree.Config) { c.Environment = "live" },
		"no URL":          func(c *braintree.Config) { c.BaseURL = "127.0.0.1:4010" },
		"keys in the URL": func(c *braintree.Config) { c.BaseURL = "https://a:b@example.com" },
		"path in the URL": func(c *braintree.Config) { c.BaseURL = "https://example.com/x" },
	} {
		cfg := good
		change(&cfg)
		if _, err := braintree.New(cfg); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, environment := range []string{"sandbox", "production"} {
		good.Environment = environment
		if _, err := braintree.New(good); err != nil {
			t.Errorf("%s: %v", environment, err)
		}
	}
}

func minor(n int64) func(*gateway.AuthorizeRequest) {
	return func(in *gateway.AuthorizeRequest) { in.Amount = money.New(n, "USD") }
}

func nonce(value secret.Secret) func(*gateway.AuthorizeRequest) {
	return func(in *gateway.AuthorizeRequest) { in.Nonce = value }
}

func isDecline(err error, code string) bool {
	var d *gateway.Decline
	return errors.As(err, &d) && d.ProcessorCode == code
}

// An audit reads every page.
func TestFindSinceReadsEveryPage(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for i := range 53 {
		if _, err := b.gateway.Authorize(t.Context(), sale(func(in *gateway.AuthorizeRequest) { in.OrderID = fmt.Sprintf("order-%d", i) })); err != nil {
			t.Fatal(err)
		}
	}
	all, err := b.gateway.FindSince(t.Context(), now.Add(-time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	orders := map[string]bool{}
	for _, found := range all {
		orders[found.OrderID] = true
	}
	if len(all) != 53 || len(orders) != 53 {
		t.Errorf("%d transactions of %d orders, want 53 of 53", len(all), len(orders))
	}
}
