package braintree_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
)

// After any fault in a sale's response the result is unknown, and the transaction in the ledger is found later.
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
		"late":         {sandbox.Fault{Kind: sandbox.FaultDelay, DelayMS: 20_000}, true},
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
			provider := b.gateway
			if tt.fault.Kind == sandbox.FaultDelay {
				provider = newGateway(t, b.url, 4*time.Second)
			}
			_, err := provider.Authorize(t.Context(), sale(func(in *gateway.AuthorizeRequest) { in.CardHolderName = "canary" }))
			if !errors.Is(err, gateway.ErrGatewayUnknown) {
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
		{sandbox.Fault{Kind: sandbox.FaultEmpty, Operation: "search"}, 0, gateway.ErrGatewayUnknown},
		{sandbox.Fault{Kind: sandbox.FaultCut, Operation: "search"}, 0, gateway.ErrGatewayUnknown},
		{sandbox.Fault{Kind: sandbox.FaultError, Operation: "search"}, 0, gateway.ErrGatewayUnknown},
		{sandbox.Fault{Kind: sandbox.FaultError, Operation: "search", BeforeActing: true}, 0, gateway.ErrGatewayUnknown},
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

// Responses that the provider's client would accept, or panic on.
func TestUnexpectedResponses(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"nothing": "", "blank": " \n", "no XML": "hello", "other element": "<hello/>", "no id": "<transaction/>", "no page size": "<search-results/>",
		"bad page size": "<search-results><page-size>0</page-size></search-results>", "half": "<transaction><id>abc</id>",
		"a hole": "<transaction><id>abc</transaction>", "a hole in a list": "<search-results><page-size>50</page-size><ids><item>a</item></search-results>",
		"two roots":     "<transaction/><transaction/>",
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
			g := newGateway(t, server.URL, patience)
			ctx := t.Context()
			for what, call := range map[string]func() error{
				"token":   func() error { _, err := g.ClientToken(ctx, gateway.ClientTokenRequest{}); return err },
				"sale":    func() error { _, err := g.Authorize(ctx, sale(nil)); return err },
				"search":  func() error { _, err := g.FindByOrderID(ctx, "order-1"); return err },
				"find":    func() error { _, err := g.Find(ctx, "abc"); return err },
				"capture": func() error { _, err := g.Capture(ctx, "abc"); return err },
				"void":    func() error { _, err := g.Void(ctx, "abc"); return err },
				"refund":  func() error { _, err := g.Refund(ctx, "abc", money.New(1, "USD")); return err },
			} {
				if err := call(); !errors.Is(err, gateway.ErrGatewayUnknown) {
					t.Errorf("%s: got %v", what, err)
				}
			}
		})
	}
}

func TestCanceledCall(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.gateway.Authorize(ctx, sale(nil)); !errors.Is(err, gateway.ErrGatewayUnknown) || !strings.Contains(err.Error(), "given up") {
		t.Errorf("got %v", err)
	}
}
