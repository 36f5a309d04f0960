package sandbox_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	braintree "github.com/braintree-go/braintree-go"
	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// raw posts a sale and returns status and body, or the error of the connection.
func (b *bench) raw(t *testing.T, header string) (status int, body string, err error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url+"/merchants/cojoin_sandbox/transactions", strings.NewReader(
		"<transaction><type>sale</type><amount>10.00</amount><order-id>order-1</order-id><payment-method-nonce>fake-valid-nonce</payment-method-nonce></transaction>"))
	if err != nil {
		t.Fatal(err)
	}
	req.SetBasicAuth("public", "private")
	req.Header.Set(sandbox.FaultHeader, header)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 5 * time.Second}
	resp, err := client.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(raw), err
}

func TestFaults(t *testing.T) {
	t.Parallel()
	const sold, nothing = "order-1 sale authorized 10.00 USD", ""
	for name, tt := range map[string]struct {
		fault  sandbox.Fault
		header string
		status int
		body   string // contained text; "-" is an empty body
		broken string // text of the error
		ledger string
	}{
		"decline":           {sandbox.Fault{Kind: sandbox.FaultDecline}, "decline", 422, "Do Not Honor", "", "order-1 sale processor_declined 10.00 USD"},
		"decline with code": {sandbox.Fault{Kind: sandbox.FaultDecline, Code: "2001"}, "decline=2001", 422, "Insufficient Funds", "", "order-1 sale processor_declined 10.00 USD"},
		"delay":             {sandbox.Fault{Kind: sandbox.FaultDelay, DelayMS: 20}, "delay=20", 201, "<id>", "", sold},
		"delay first":       {sandbox.Fault{Kind: sandbox.FaultDelay, DelayMS: 20, BeforeActing: true}, "delay=20;before", 201, "<id>", "", sold},
		"drop":              {sandbox.Fault{Kind: sandbox.FaultDrop}, "drop", 0, "", "EOF", sold},
		"drop first":        {sandbox.Fault{Kind: sandbox.FaultDrop, BeforeActing: true}, "drop;before", 0, "", "EOF", nothing},
		"cut":               {sandbox.Fault{Kind: sandbox.FaultCut}, "cut", 201, "<id>", "unexpected EOF", sold},
		"empty":             {sandbox.Fault{Kind: sandbox.FaultEmpty}, "empty", 201, "-", "", sold},
		"error":             {sandbox.Fault{Kind: sandbox.FaultError}, "error", 503, "-", "", sold},
		"error with status": {sandbox.Fault{Kind: sandbox.FaultError, Status: 500}, "error=500", 500, "-", "", sold},
		"error first":       {sandbox.Fault{Kind: sandbox.FaultError, BeforeActing: true}, "error;before", 503, "-", "", nothing},
		"reset":             {sandbox.Fault{Kind: sandbox.FaultReset}, "reset", 0, "", "reset", nothing},
	} {
		for _, way := range []string{"by API", "by header"} {
			t.Run(name+" "+way, func(t *testing.T) {
				t.Parallel()
				b := newBench(t, sandbox.Options{})
				header := ""
				if way == "by API" {
					if _, err := sandbox.NewClient(b.url).AddFault(t.Context(), tt.fault); err != nil {
						t.Fatal(err)
					}
				} else {
					header = tt.header
				}
				status, body, err := b.raw(t, header)
				if status != tt.status || tt.body == "-" && body != "" || tt.body != "-" && !strings.Contains(body, tt.body) {
					t.Errorf("answered %d %q", status, body)
				}
				if tt.broken == "" && err != nil || tt.broken != "" && (err == nil || !strings.Contains(err.Error(), tt.broken)) {
					t.Errorf("broke with %v, want %q", err, tt.broken)
				}
				want := []string{}
				if tt.ledger != nothing {
					want = append(want, tt.ledger)
				}
				b.expect(t, want...)
				b.clock.at = b.clock.at.Add(time.Minute) // outside the duplicate window
				if status, _, err := b.raw(t, ""); status != http.StatusCreated || err != nil {
					t.Errorf("the next sale: %d, %v", status, err)
				}
			})
		}
	}
}

func TestFaultCount(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{DuplicateWindow: -1})
	c := sandbox.NewClient(b.url)
	for _, f := range []sandbox.Fault{
		{Kind: sandbox.FaultError, Count: 2},
		{Kind: sandbox.FaultDecline, OrderID: "order-2", Count: -1},
		{Kind: sandbox.FaultError, Operation: "void"},
	} {
		if _, err := c.AddFault(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	var got []int
	for range 4 {
		status, _, _ := b.raw(t, "")
		got = append(got, status)
	}
	if diff := cmp.Diff([]int{503, 503, 201, 201}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	waiting, err := c.Faults(t.Context())
	want := []sandbox.Fault{
		{Kind: sandbox.FaultDecline, Operation: "sale", OrderID: "order-2", Count: -1, DelayMS: 1000, Status: 503},
		{Kind: sandbox.FaultError, Operation: "void", Count: 1, DelayMS: 1000, Status: 503},
	}
	if diff := cmp.Diff(want, waiting); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if left, err := c.ClearFaults(t.Context()); err != nil || len(left) > 0 {
		t.Errorf("left after clear: %+v, %v", left, err)
	}
}

func TestBadFaults(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	c := sandbox.NewClient(b.url)
	for _, f := range []sandbox.Fault{
		{}, {Kind: "explode"}, {Kind: sandbox.FaultDrop, Operation: "dance"}, {Kind: sandbox.FaultDecline, Operation: "void"},
		{Kind: sandbox.FaultDrop, Count: -2}, {Kind: sandbox.FaultDelay, DelayMS: 600_001}, {Kind: sandbox.FaultDelay, DelayMS: -1},
		{Kind: sandbox.FaultError, Status: 200}, {Kind: sandbox.FaultDecline, Code: "1000"}, {Kind: sandbox.FaultSearchEmpty, Operation: "sale"},
	} {
		if _, err := c.AddFault(t.Context(), f); err == nil {
			t.Errorf("%+v was taken", f)
		}
	}
	for _, header := range []string{"explode", "delay=soon", "error=200", "decline=x"} {
		if status, body, err := b.raw(t, header); status != http.StatusBadRequest || !strings.Contains(body, sandbox.FaultHeader) || err != nil {
			t.Errorf("header %q: %d %s %v", header, status, body, err)
		}
	}
	b.expect(t)
	// A page of another origin can send a form without a preflight, but no JSON.
	resp, err := http.Post(b.url+"/sandbox/faults", "text/plain", strings.NewReader(`{"kind":"drop"}`))
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("a form answers %s", resp.Status)
	}
}

// A fault can affect one vaulted payment method: only its renewals are declined.
func TestFaultOfAPaymentMethod(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{DuplicateWindow: -1})
	tokens := []string{}
	for i := range 2 {
		kept := b.mustSell(t, func(r *braintree.TransactionRequest) {
			r.PaymentMethodNonce, r.OrderId = "fake-valid-visa-nonce", fmt.Sprintf("first-%d", i)
			r.Options = &braintree.TransactionOptions{StoreInVaultOnSuccess: true}
		})
		tokens = append(tokens, kept.CreditCard.Token)
	}
	if err := b.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline, Code: "2001", Token: tokens[0], Count: -1}); err != nil {
		t.Fatal(err)
	}
	for i, token := range tokens {
		_, err := b.sell(t, func(r *braintree.TransactionRequest) {
			r.PaymentMethodToken, r.PaymentMethodNonce, r.OrderId = token, "", fmt.Sprintf("renewal-%d", i)
		})
		if refused := err != nil; refused != (i == 0) {
			t.Errorf("renewal %d: %v", i, err)
		}
	}
}

// A fault can decline a refund. That leaves a declined credit, and the sale can still be refunded.
func TestDeclinedRefund(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	sale := b.mustSell(t, submitted)
	b.SettleAll()
	if err := b.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline, Operation: "refund", Code: "2044"}); err != nil {
		t.Fatal(err)
	}
	_, err := b.client.Transaction().Refund(t.Context(), sale.Id, braintree.NewDecimal(5000, 2))
	var refused *braintree.BraintreeError
	if !errors.As(err, &refused) || refused.Transaction == nil || refused.ErrorMessage != "Declined - Call Issuer" {
		t.Fatalf("got %v", err)
	}
	if _, err := b.client.Transaction().Refund(t.Context(), sale.Id); err != nil {
		t.Error(err)
	}
	b.expect(t, "order-1 sale settled 149.99 USD", "order-1 credit processor_declined 50.00 USD", "order-1 credit submitted_for_settlement 149.99 USD")
}
