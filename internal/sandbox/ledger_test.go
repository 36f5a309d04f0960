package sandbox_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	braintree "github.com/braintree-go/braintree-go"
	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/internal/testlog"
)

func TestLedgerFilePersists(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "ledger.jsonl")
	open := func() *sandbox.Sandbox {
		t.Helper()
		s, err := sandbox.New(sandbox.Options{LedgerFile: file})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	serve := func(s *sandbox.Sandbox) *braintree.Braintree {
		server := httptest.NewServer(s)
		t.Cleanup(server.Close)
		return braintree.New(braintree.NewEnvironment(server.URL), "cojoin_sandbox", "public", "private")
	}
	first := open()
	client := serve(first)
	sale := &braintree.TransactionRequest{Type: "sale", Amount: braintree.NewDecimal(1000, 2), OrderId: "order-1",
		CreditCard: &braintree.CreditCard{Number: "4111111111111111", ExpirationDate: "12/2030"}, Options: &braintree.TransactionOptions{StoreInVaultOnSuccess: true}}
	tx, err := client.Transaction().Create(t.Context(), sale)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Transaction().SubmitForSettlement(t.Context(), tx.Id); err != nil {
		t.Fatal(err)
	}
	gone, err := client.Customer().Create(t.Context(), &braintree.CustomerRequest{FirstName: "Gone"})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Customer().Delete(t.Context(), gone.Id); err != nil {
		t.Fatal(err)
	}
	if _, err := sandbox.New(sandbox.Options{LedgerFile: file}); err == nil || !strings.Contains(err.Error(), "another sandbox uses") {
		t.Errorf("a second sandbox on the file: %v", err)
	}
	want := first.Ledger()
	if err := first.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Transaction().Find(t.Context(), tx.Id); status(err) != http.StatusInternalServerError {
		t.Errorf("a closed sandbox: %v", err)
	}

	// The process was killed while it wrote the last line.
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"transaction":{"id":"half`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}

	second := open()
	if diff := cmp.Diff(want, second.Ledger()); diff != "" {
		t.Errorf("after a restart (-want +got):\n%s", diff)
	}
	client = serve(second)
	if _, err := client.Transaction().Create(t.Context(), sale); err == nil || err.Error() != "Gateway Rejected: duplicate" {
		t.Errorf("a duplicate with the same card isn't detected after a restart: %v", err)
	}
	if _, err := client.PaymentMethod().Find(t.Context(), tx.CreditCard.Token); err != nil {
		t.Errorf("the vaulted card: %v", err)
	}
	if _, err := client.Customer().Find(t.Context(), gone.Id); status(err) != http.StatusNotFound {
		t.Errorf("the deleted customer: %v", err)
	}
	if err := second.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	third := open()
	if got := len(third.Ledger().Transactions); got != 2 {
		t.Errorf("%d transactions after another restart", got)
	}
	if err := third.Close(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestForeignLedgerFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "notes.txt")
	const text = "dear diary\nnothing here is a ledger\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sandbox.New(sandbox.Options{LedgerFile: file}); err == nil || !strings.Contains(err.Error(), "isn't a ledger") {
		t.Errorf("got %v", err)
	}
	if got, err := os.ReadFile(file); string(got) != text || err != nil {
		t.Errorf("the file now holds %q, %v", got, err)
	}
}

// No file, log, page or unrelated response contains card numbers, security codes, nonces or keys.
func TestNoSecretIsStored(t *testing.T) {
	t.Parallel()
	const number, cvv = "4111111111111111", "987"
	var log testlog.Log
	file := filepath.Join(t.TempDir(), "ledger.jsonl")
	b := newBench(t, sandbox.Options{LedgerFile: file, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	page := newPage(t, b, "")
	nonce := page.tokenize(t, number, "12/30", cvv)
	b.mustSell(t, func(r *braintree.TransactionRequest) {
		r.PaymentMethodNonce, r.DeviceData = nonce, "canary-device-data"
		r.Options = &braintree.TransactionOptions{StoreInVaultOnSuccess: true}
	})
	b.mustSell(t, func(r *braintree.TransactionRequest) {
		r.PaymentMethodNonce, r.OrderId = "", "order-2"
		r.CreditCard = &braintree.CreditCard{Number: number, ExpirationDate: "12/2030", CVV: cvv}
	})
	if _, err := b.sell(t, func(r *braintree.TransactionRequest) {
		r.PaymentMethodNonce, r.OrderId = "", "order-3"
		r.CreditCard = &braintree.CreditCard{Number: "4111111111111112", ExpirationDate: "12/2030", CVV: cvv}
	}); err == nil {
		t.Error("a wrong number was sold to")
	}
	if _, err := b.client.PaymentMethodNonce().Find(t.Context(), nonce); err != nil {
		t.Error(err)
	}
	if err := b.AddFault(sandbox.Fault{Kind: sandbox.FaultDrop}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.sell(t, func(r *braintree.TransactionRequest) { r.OrderId = "order-4" }); err == nil {
		t.Error("a dropped answer arrived")
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ledger, err := json.Marshal(b.Ledger())
	if err != nil {
		t.Fatal(err)
	}
	for where, text := range map[string]string{
		"the file": string(kept), "the log": log.String(), "the ledger": string(ledger),
		"the page": get(t, b.url+"/"), "the ledger's answer": get(t, b.url+"/sandbox/ledger"),
	} {
		if len(text) == 0 {
			t.Errorf("%s is empty", where)
		}
		for what, secret := range map[string]string{
			"card number": number, "first digits": "411111", "wrong number": "4111111111111112", "security code": cvv, "nonce": nonce,
			"device data": "canary-device-data", "fingerprint": page.fingerprint, "fake nonce": "fake-valid-visa-nonce", "basic auth": "cHVibGljOnByaXZhdGU",
		} {
			if what == "security code" { // many hashes contain three digits
				secret = `"` + secret
			}
			if strings.Contains(text, secret) {
				t.Errorf("%s holds the %s", where, what)
			}
		}
	}
	if !strings.Contains(string(kept), `"1111"`) {
		t.Error("the last four digits aren't kept")
	}
}

func TestSettleAll(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	b.mustSell(t, submitted)
	b.mustSell(t, func(r *braintree.TransactionRequest) { r.OrderId = "order-2" })
	if n, err := sandbox.NewClient(b.url).Settle(t.Context(), "", ""); n != 1 || err != nil {
		t.Fatalf("%d settled, %v", n, err)
	}
	b.expect(t, "order-1 sale settled 149.99 USD", "order-2 sale authorized 149.99 USD")
}

func get(t *testing.T, url string) string {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s answers %s, %v", url, resp.Status, err)
	}
	return string(raw)
}
