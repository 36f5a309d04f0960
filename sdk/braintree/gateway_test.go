package braintree_test

import (
	"context"
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
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/braintree"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

// bench is a gateway before a sandbox, and what went over the wire.
type bench struct {
	*sandbox.Sandbox
	gateway *braintree.Gateway
	mu      sync.Mutex
	sent    []string // bodies of requests
}

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

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
	b.gateway = newGateway(t, server.URL, 2*time.Second)
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

func sale(change func(*sdk.AuthorizeRequest)) sdk.AuthorizeRequest {
	in := sdk.AuthorizeRequest{OrderID: "order-1", Amount: money.New(14999, "USD"), MerchantAccountID: "cojoin_usd", Nonce: "fake-valid-visa-nonce"}
	if change != nil {
		change(&in)
	}
	return in
}

// wholly compares transactions, tokens by being there.
func wholly(want, got sdk.GatewayTransaction) string {
	return cmp.Diff(want, got, cmp.Comparer(func(a, b sdk.Secret) bool { return (a == "") == (b == "") }))
}

func TestAuthorizeToRefund(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	got, err := b.gateway.Authorize(ctx, sale(func(in *sdk.AuthorizeRequest) {
		in.Vault, in.Email, in.CardHolderName, in.Initiator = true, "jane@example.com", "Jane Doe", sdk.GatewayInitiatorRecurringFirst
	}))
	if err != nil {
		t.Fatal(err)
	}
	want := sdk.GatewayTransaction{
		ID: got.ID, OrderID: "order-1", MerchantAccountID: "cojoin_usd", Status: sdk.GatewayAuthorized, Amount: money.New(14999, "USD"),
		PaymentType: sdk.PaymentCreditCard, CardLastFour: "1881", CardBrand: "Visa", CardCountry: "US", PaymentMethodToken: "kept", CreatedAt: now,
	}
	if diff := wholly(want, got); diff != "" {
		t.Errorf("authorised (-want +got):\n%s", diff)
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

	want.Status = sdk.GatewaySubmittedForSettlement
	captured, err := b.gateway.Capture(ctx, got.ID)
	if diff := wholly(want, captured); diff != "" || err != nil {
		t.Errorf("captured: %v (-want +got):\n%s", err, diff)
	}
	b.SettleAll()
	want.Status = sdk.GatewaySettled
	settled, err := b.gateway.Find(ctx, got.ID)
	if diff := wholly(want, settled); diff != "" || err != nil {
		t.Errorf("settled: %v (-want +got):\n%s", err, diff)
	}
	credit, err := b.gateway.Refund(ctx, got.ID, money.New(50, "USD"))
	want.ID, want.Credit, want.Status, want.Amount = credit.ID, true, sdk.GatewaySubmittedForSettlement, money.New(50, "USD")
	if diff := wholly(want, credit); diff != "" || err != nil {
		t.Errorf("refunded: %v (-want +got):\n%s", err, diff)
	}
	if last := b.sent[len(b.sent)-1]; !strings.Contains(last, "<amount>0.50</amount>") {
		t.Errorf("an amount below one was sent as %s", last)
	}

	renewal, err := b.gateway.Authorize(ctx, sale(func(in *sdk.AuthorizeRequest) {
		in.OrderID, in.Nonce, in.PaymentMethodToken, in.Initiator = "order-2", "", got.PaymentMethodToken, sdk.GatewayInitiatorRecurring
	}))
	if err != nil || renewal.Status != sdk.GatewayAuthorized {
		t.Fatalf("renewal: %+v, %v", renewal, err)
	}
	voided, err := b.gateway.Void(ctx, renewal.ID)
	if err != nil || voided.Status != sdk.GatewayVoided {
		t.Errorf("void: %+v, %v", voided, err)
	}
	if _, err := b.gateway.Void(ctx, renewal.ID); !isDecline(err, "91504") {
		t.Errorf("second void: %v", err)
	}
}

func TestEveryMethodAndCurrency(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for nonce, want := range map[sdk.Secret]sdk.PaymentType{
		"fake-valid-amex-nonce": sdk.PaymentCreditCard, "fake-paypal-billing-agreement-nonce": sdk.PaymentPayPal,
		"fake-venmo-account-nonce": sdk.PaymentVenmo, "fake-apple-pay-visa-nonce": sdk.PaymentApplePay,
	} {
		got, err := b.gateway.Authorize(t.Context(), sale(func(in *sdk.AuthorizeRequest) {
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
		change func(*sdk.AuthorizeRequest)
		want   sdk.GatewayDecline
		made   bool // a transaction was
	}{
		"do not honor":    {minor(200000), sdk.GatewayDecline{Code: "payment_method_declined", ProcessorCode: "2000"}, true},
		"expired":         {minor(200400), sdk.GatewayDecline{Code: "payment_card_expiration_invalid", ProcessorCode: "2004"}, true},
		"number":          {minor(200500), sdk.GatewayDecline{Code: "payment_card_number_invalid", ProcessorCode: "2005"}, true},
		"postal code":     {minor(205900), sdk.GatewayDecline{Code: "payment_postal_code_invalid", ProcessorCode: "2059"}, true},
		"authenticate":    {minor(209900), sdk.GatewayDecline{Code: "payment_authentication_required", ProcessorCode: "2099"}, true},
		"network":         {minor(300000), sdk.GatewayDecline{Code: "payment_method_declined", ProcessorCode: "3000"}, true},
		"fraud":           {nonce("fake-gateway-rejected-fraud-nonce"), sdk.GatewayDecline{Code: "payment_method_declined", ProcessorCode: "fraud"}, true},
		"unknown nonce":   {nonce("tokencc_nothing"), sdk.GatewayDecline{Code: "payment_nonce_used", ProcessorCode: "91565"}, false},
		"consumed nonce":  {nonce("fake-consumed-nonce"), sdk.GatewayDecline{Code: "payment_nonce_used", ProcessorCode: "91564"}, false},
		"invalid number":  {nonce("fake-luhn-invalid-nonce"), sdk.GatewayDecline{Code: "payment_card_number_invalid", ProcessorCode: "81715"}, false},
		"no 3-D Secure":   {func(in *sdk.AuthorizeRequest) { in.RequireThreeDSecure = true }, sdk.GatewayDecline{Code: "payment_authentication_required", ProcessorCode: "three_d_secure"}, true},
		"security code":   {minor(201000), sdk.GatewayDecline{Code: "payment_card_cvv_invalid", ProcessorCode: "2010"}, true},
		"account unknown": {func(in *sdk.AuthorizeRequest) { in.MerchantAccountID = "nothing" }, sdk.GatewayDecline{Code: "payment_method_declined", ProcessorCode: "91513"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			_, err := b.gateway.Authorize(t.Context(), sale(tt.change))
			var got *sdk.GatewayDecline
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
	if _, err := b.gateway.Authorize(t.Context(), sale(nil)); !errors.Is(err, sdk.ErrGatewayUnknown) {
		t.Errorf("got %v", err)
	}
}

// Whatever happens to the answer of a sale, it is unknown, and what the ledger holds is found again.
func TestEveryFaultIsUnknown(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fault sandbox.Fault
		acted bool
	}{
		"drop":         {sandbox.Fault{Kind: sandbox.FaultDrop}, true},
		"cut":          {sandbox.Fault{Kind: sandbox.FaultCut}, true},
		"empty":        {sandbox.Fault{Kind: sandbox.FaultEmpty}, true},
		"500":          {sandbox.Fault{Kind: sandbox.FaultError, Status: 500}, true},
		"503":          {sandbox.Fault{Kind: sandbox.FaultError}, true},
		"late":         {sandbox.Fault{Kind: sandbox.FaultDelay, DelayMS: 5000}, true},
		"reset":        {sandbox.Fault{Kind: sandbox.FaultReset}, false},
		"503 first":    {sandbox.Fault{Kind: sandbox.FaultError, BeforeActing: true}, false},
		"nothing done": {sandbox.Fault{Kind: sandbox.FaultEmpty, BeforeActing: true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			if err := b.AddFault(tt.fault); err != nil {
				t.Fatal(err)
			}
			_, err := b.gateway.Authorize(t.Context(), sale(func(in *sdk.AuthorizeRequest) { in.CardHolderName = "canary" }))
			if !errors.Is(err, sdk.ErrGatewayUnknown) {
				t.Fatalf("got %v", err)
			}
			for _, secret := range []string{"fake-valid", "canary", "private", "127.0.0.1"} {
				if strings.Contains(fmt.Sprintf("%+v", err), secret) {
					t.Errorf("the error holds %q: %v", secret, err)
				}
			}
			found, err := b.gateway.FindByOrderID(t.Context(), "order-1")
			if err != nil || (len(found) == 1) != tt.acted {
				t.Errorf("found %+v, %v", found, err)
			}
		})
	}
}

func TestSearchFaults(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx := t.Context()
	want, err := b.gateway.Authorize(ctx, sale(nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		fault sandbox.Fault
		found int
		err   error
	}{
		{sandbox.Fault{Kind: sandbox.FaultSearchEmpty, Count: 1}, 0, nil},
		{sandbox.Fault{Kind: sandbox.FaultSearchLag, Count: 1, DelayMS: 5000}, 0, nil},
		{sandbox.Fault{Kind: sandbox.FaultSearchDouble, Count: 2}, 1, nil},
		{sandbox.Fault{Kind: sandbox.FaultEmpty, Operation: "search"}, 0, sdk.ErrGatewayUnknown},
		{sandbox.Fault{Kind: sandbox.FaultCut, Operation: "search"}, 0, sdk.ErrGatewayUnknown},
		{sandbox.Fault{Kind: sandbox.FaultError, Operation: "search"}, 0, sdk.ErrGatewayUnknown},
		{sandbox.Fault{Kind: sandbox.FaultError, Operation: "search", BeforeActing: true}, 0, sdk.ErrGatewayUnknown},
	} {
		if err := b.AddFault(tt.fault); err != nil {
			t.Fatal(err)
		}
		found, err := b.gateway.FindByOrderID(ctx, "order-1")
		if len(found) != tt.found || !errors.Is(err, tt.err) {
			t.Errorf("%+v: found %+v, %v", tt.fault, found, err)
		}
		if len(found) == 1 && found[0].ID != want.ID {
			t.Errorf("%+v: found %s, want %s", tt.fault, found[0].ID, want.ID)
		}
	}
	if left := b.Faults(); len(left) > 0 {
		t.Errorf("faults that never happened: %+v", left)
	}
	if found, err := b.gateway.FindByOrderID(ctx, "other"); err != nil || found == nil || len(found) != 0 {
		t.Errorf("nothing found: %#v, %v", found, err)
	}
}

// Answers that the provider's client takes for good ones, or panics over.
func TestStrangeAnswers(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"nothing": "", "blank": " \n", "no XML": "hello", "other element": "<hello/>", "no id": "<transaction/>", "no page size": "<search-results/>",
		"bad page size": "<search-results><page-size>0</page-size></search-results>", "half": "<transaction><id>abc</id>",
		"no amount":     "<transaction><id>abc</id><currency-iso-code>USD</currency-iso-code></transaction>",
		"no currency":   "<transaction><id>abc</id><amount>1.00</amount></transaction>",
		"odd amount":    "<transaction><id>abc</id><amount>1.001</amount><currency-iso-code>USD</currency-iso-code></transaction>",
		"long":          "<transaction><id>" + strings.Repeat("x", 5<<20) + "</id></transaction>",
		"refused yet":   "<api-error-response><message>x</message></api-error-response>",
		"entities":      `<!DOCTYPE a [<!ENTITY b "c">]><transaction><id>&b;</id></transaction>`,
		"ids untold of": "<search-results><page-size>50</page-size><ids><item>abc</item></ids></search-results>",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost && !strings.Contains(r.URL.Path, "search") {
					w.WriteHeader(http.StatusCreated)
				}
				if _, err := io.WriteString(w, body); err != nil {
					return // the caller stopped reading
				}
			}))
			t.Cleanup(server.Close)
			g := newGateway(t, server.URL, 5*time.Second)
			ctx := t.Context()
			for what, call := range map[string]func() error{
				"token":   func() error { _, err := g.ClientToken(ctx, sdk.ClientTokenRequest{}); return err },
				"sale":    func() error { _, err := g.Authorize(ctx, sale(nil)); return err },
				"search":  func() error { _, err := g.FindByOrderID(ctx, "order-1"); return err },
				"find":    func() error { _, err := g.Find(ctx, "abc"); return err },
				"capture": func() error { _, err := g.Capture(ctx, "abc"); return err },
				"void":    func() error { _, err := g.Void(ctx, "abc"); return err },
				"refund":  func() error { _, err := g.Refund(ctx, "abc", money.New(1, "USD")); return err },
			} {
				if err := call(); !errors.Is(err, sdk.ErrGatewayUnknown) {
					t.Errorf("%s: got %v", what, err)
				}
			}
		})
	}
}

func TestNotFoundAndForbidden(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, id := range []string{"missing1", "", "../customers/x", strings.Repeat("x", 65)} {
		if _, err := b.gateway.Find(t.Context(), id); !errors.Is(err, sdk.ErrGatewayNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if len(b.sent) != 1 {
		t.Errorf("%d requests went out for one id that can be one", len(b.sent))
	}
	if _, err := b.gateway.Authorize(t.Context(), sale(minor(0))); err == nil || errors.Is(err, sdk.ErrGatewayUnknown) {
		t.Errorf("nothing to authorise: %v", err)
	}
	if _, err := b.gateway.Authorize(t.Context(), sale(nonce(""))); err == nil || errors.Is(err, sdk.ErrGatewayUnknown) {
		t.Errorf("nothing to authorise with: %v", err)
	}
}

func TestGivenUpCall(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.gateway.Authorize(ctx, sale(nil)); !errors.Is(err, sdk.ErrGatewayUnknown) || !strings.Contains(err.Error(), "given up") {
		t.Errorf("got %v", err)
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

func TestWebhook(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	tx, err := b.gateway.Authorize(t.Context(), sale(nil))
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]braintree.Notification{
		"transaction_settled": {Kind: "transaction_settled", TransactionID: tx.ID, OrderID: "order-1", At: now},
		"dispute_opened":      {Kind: "dispute_opened", TransactionID: tx.ID, At: now},
		"check":               {Kind: "check", At: now},
	} {
		hook, err := b.Webhook(kind, tx.ID)
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.gateway.Webhook(hook.Signature, hook.Payload)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", kind, err, diff)
		}
		if _, err := b.gateway.Webhook(hook.Signature, hook.Payload+"x"); !errors.Is(err, braintree.ErrWebhookSignature) {
			t.Errorf("%s, forged: %v", kind, err)
		}
		if _, err := b.gateway.Webhook("", hook.Payload); !errors.Is(err, braintree.ErrWebhookSignature) {
			t.Errorf("%s, unsigned: %v", kind, err)
		}
	}
}

func minor(n int64) func(*sdk.AuthorizeRequest) {
	return func(in *sdk.AuthorizeRequest) { in.Amount = money.New(n, "USD") }
}

func nonce(value sdk.Secret) func(*sdk.AuthorizeRequest) {
	return func(in *sdk.AuthorizeRequest) { in.Nonce = value }
}

func isDecline(err error, code string) bool {
	var d *sdk.GatewayDecline
	return errors.As(err, &d) && d.ProcessorCode == code
}
