package sandbox_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	braintree "github.com/braintree-go/braintree-go"
	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// shop starts a server that receives webhooks. next returns a summary of the next one.
func shop(t *testing.T, b func() *bench) (url string, next func() string) {
	t.Helper()
	type hook struct{ signature, payload string }
	hooks := make(chan hook, 16)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		hooks <- hook{r.PostFormValue("bt_signature"), r.PostFormValue("bt_payload")}
	}))
	t.Cleanup(server.Close)
	return server.URL, func() string {
		t.Helper()
		select {
		case h := <-hooks:
			n, err := b().client.WebhookNotification().Parse(h.signature, h.payload)
			if err != nil {
				t.Fatal(err)
			}
			d := n.Subject.Dispute
			return fmt.Sprintf("%s: %s %s of %s", n.Kind, d.Kind, d.Status, d.Transaction.OrderID)
		case <-time.After(10 * time.Second):
			t.Fatal("no webhook arrived")
			return ""
		}
	}
}

// The sandbox sends webhooks about disputes and none about settled cards. A fault can drop one.
func TestWebhooksOfDisputes(t *testing.T) {
	t.Parallel()
	var b *bench
	url, next := shop(t, func() *bench { return b })
	b = newBench(t, sandbox.Options{WebhookURL: url})
	tx := b.mustSell(t, submitted)
	b.SettleAll() // sends no webhook
	d, err := b.OpenDispute(sandbox.NewDispute{TransactionID: tx.Id, Kind: sandbox.DisputeRetrieval, Reason: "general", Amount: "20.00"})
	if err != nil {
		t.Fatal(err)
	}
	if got := next(); got != "dispute_opened: retrieval open of order-1" {
		t.Error(got)
	}
	if err := b.AddFault(sandbox.Fault{Kind: sandbox.FaultDrop, Operation: "webhook"}); err != nil {
		t.Fatal(err)
	}
	c := sandbox.NewClient(b.url)
	if _, err := c.DecideDispute(t.Context(), d.ID, "disputed"); err != nil { // a fault drops its webhook
		t.Fatal(err)
	}
	if _, err := c.DecideDispute(t.Context(), d.ID, "won"); err != nil {
		t.Fatal(err)
	}
	if got := next(); got != "dispute_won: retrieval won of order-1" {
		t.Error(got)
	}
	second, err := c.OpenDispute(t.Context(), sandbox.NewDispute{TransactionID: tx.Id})
	if err != nil || second.ID == d.ID || second.Amount != "149.99" || second.Kind != "chargeback" || second.ReplyBy.Format(time.DateOnly) != "2026-12-01" {
		t.Errorf("a second one: %+v, %v", second, err)
	}
	for name, bad := range map[string]sandbox.NewDispute{
		"unknown": {TransactionID: "nothing"}, "kind": {TransactionID: tx.Id, Kind: "quarrel"}, "amount": {TransactionID: tx.Id, Amount: "150.00"},
		"authorized": {TransactionID: b.mustSell(t, func(r *braintree.TransactionRequest) { r.OrderId = "order-2" }).Id},
	} {
		if _, err := c.OpenDispute(t.Context(), bad); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, status := range []string{"open", "forgotten"} {
		if _, err := c.DecideDispute(t.Context(), d.ID, status); err == nil {
			t.Errorf("%s: no error", status)
		}
	}
	if err := b.AddFault(sandbox.Fault{Kind: sandbox.FaultError, Operation: "webhook"}); err == nil {
		t.Error("a webhook answers nothing that could be an error")
	}
	history := []string{}
	for _, h := range b.Ledger().Transactions[0].Disputes[0].History {
		history = append(history, h.Status)
	}
	if diff := cmp.Diff([]string{"open", "disputed", "won"}, history); diff != "" {
		t.Errorf("history (-want +got):\n%s", diff)
	}
}

// A captured sale by the documented card is disputed immediately. Evidence decides the dispute, as documented.
func TestDisputedCard(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{DuplicateWindow: -1})
	ctx := t.Context()
	open := func() *braintree.Dispute {
		tx := b.mustSell(t, func(r *braintree.TransactionRequest) {
			submitted(r)
			r.PaymentMethodNonce, r.CreditCard = "", &braintree.CreditCard{Number: "4023898493988028", ExpirationDate: "12/2030"}
		})
		if len(tx.Disputes) != 1 || tx.Disputes[0].Status != braintree.DisputeStatusOpen {
			t.Fatalf("disputes: %+v", tx.Disputes)
		}
		return tx.Disputes[0]
	}
	status := func(id string) braintree.DisputeStatus {
		d, err := b.client.Dispute().Find(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		return d.Status
	}
	accepted := open()
	if err := b.client.Dispute().Accept(ctx, accepted.ID); err != nil || status(accepted.ID) != braintree.DisputeStatusAccepted {
		t.Errorf("accepted: %v", err)
	}
	if err := b.client.Dispute().Finalize(ctx, accepted.ID); err == nil {
		t.Error("an accepted one was finalized")
	}
	for text, want := range map[string]braintree.DisputeStatus{"compelling_evidence": "won", "losing_evidence": "lost", "a receipt": "disputed"} {
		d := open()
		e, err := b.client.Dispute().AddTextEvidence(ctx, d.ID, &braintree.DisputeTextEvidenceRequest{Content: text, Category: braintree.DisputeEvidenceCategoryDeviceName})
		if err != nil || e.Comment != text || e.Category != "DEVICE_NAME" {
			t.Fatalf("evidence: %+v, %v", e, err)
		}
		if err := b.client.Dispute().Finalize(ctx, d.ID); err != nil || status(d.ID) != want {
			t.Errorf("%s: %v, is %s", text, err, status(d.ID))
		}
		if err := b.client.Dispute().RemoveEvidence(ctx, d.ID, e.ID); err == nil {
			t.Errorf("%s: evidence that was sent can be removed", text)
		}
	}
	d := open()
	e, err := b.client.Dispute().AddTextEvidence(ctx, d.ID, &braintree.DisputeTextEvidenceRequest{Content: "compelling_evidence"})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.client.Dispute().RemoveEvidence(ctx, d.ID, e.ID); err != nil {
		t.Error(err)
	}
	if err := b.client.Dispute().Finalize(ctx, d.ID); err != nil || status(d.ID) != "disputed" {
		t.Errorf("the removed evidence counts: %v, %s", err, status(d.ID))
	}
	if _, err := b.client.Dispute().Find(ctx, "nothing"); err == nil {
		t.Error("an unknown dispute was found")
	}
}

// The search returns disputes by kind, status, day and transaction, in pages.
func TestSearchDisputes(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	tx := b.mustSell(t, submitted)
	for _, kind := range sandbox.DisputeKinds {
		if _, err := b.OpenDispute(sandbox.NewDispute{TransactionID: tx.Id, Kind: kind}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.DecideDispute("dispute"+tx.Id+"1", "lost"); err != nil {
		t.Fatal(err)
	}
	for criteria, want := range map[string]string{
		"": "3 2 1",
		`<kind type="array"><item>chargeback</item><item>retrieval</item></kind>`:   "3 1",
		`<status type="array"><item>open</item></status>`:                           "3 2",
		`<transaction-id><is>` + tx.Id + `</is></transaction-id>`:                   "3 2 1",
		`<transaction-id><is>other</is></transaction-id>`:                           "",
		`<received-date><min>2026-11-21</min><max>2026-11-21</max></received-date>`: "3 2 1",
		`<reply-by-date><max>2026-11-30</max></reply-by-date>`:                      "",
		`<amount-disputed><min>149.99</min></amount-disputed>`:                      "3 2 1",
	} {
		if got := b.disputes(t, "?page=1", criteria); got != want {
			t.Errorf("%s: %q, want %q", criteria, got, want)
		}
	}
	if got := b.disputes(t, "?page=2", ""); got != "" {
		t.Errorf("the second page holds %q", got)
	}
	q := new(braintree.SearchQuery)
	q.AddTimeField("dispute-date").Min = b.clock.at.Truncate(24 * time.Hour)
	if found, err := b.client.Transaction().Search(t.Context(), q); err != nil || len(found.Transactions) != 1 || len(found.Transactions[0].Disputes) != 3 { //nolint:staticcheck // other people still search so
		t.Errorf("disputed transactions: %+v, %v", found, err)
	}
}

// disputes searches and returns the last digit of each dispute's ID.
func (b *bench) disputes(t *testing.T, query, criteria string) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.url+"/merchants/"+sandbox.DefaultMerchantID+"/disputes/advanced_search"+query,
		strings.NewReader("<search>"+criteria+"</search>"))
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth(sandbox.DefaultPublicKey, sandbox.DefaultPrivateKey)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	var list struct {
		Disputes []struct {
			ID string `xml:"id"`
		} `xml:"dispute"`
	}
	if err = errors.Join(err, xml.Unmarshal(raw, &list)); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s, %v: %s", resp.Status, err, raw)
	}
	last := []string{}
	for _, d := range list.Disputes {
		last = append(last, d.ID[len(d.ID)-1:])
	}
	return strings.Join(last, " ")
}

// Disputes survive a restart, also those of version 0.1.0, which are one word each.
func TestDisputesInTheLedgersFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "ledger.jsonl")
	s, err := sandbox.New(sandbox.Options{LedgerFile: file})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	client := braintree.NewWithHttpClient(braintree.NewEnvironment(server.URL), sandbox.DefaultMerchantID, sandbox.DefaultPublicKey, sandbox.DefaultPrivateKey, http.DefaultClient)
	tx, err := client.Transaction().Create(t.Context(), &braintree.TransactionRequest{
		Type: "sale", Amount: braintree.NewDecimal(100, 2), PaymentMethodNonce: "fake-valid-nonce", Options: &braintree.TransactionOptions{SubmitForSettlement: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.OpenDispute(sandbox.NewDispute{TransactionID: tx.Id}); err != nil {
		t.Fatal(err)
	}
	want := s.Ledger()
	server.Close()
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, reopened(t, file)); diff != "" {
		t.Errorf("after a restart (-want +got):\n%s", diff)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	var last map[string]map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatal(err)
	}
	last["transaction"]["disputes"] = []string{"won"}
	line, err := json.Marshal(last)
	if err != nil {
		t.Fatal(err)
	}
	old := []byte(strings.Join(append(lines[:len(lines)-1], string(line)), "\n") + "\n")
	if err := os.WriteFile(file, old, 0o600); err != nil {
		t.Fatal(err)
	}
	d := reopened(t, file).Transactions[0].Disputes[0]
	if d.Status != "won" || d.ID != "dispute"+tx.Id+"1" || d.Kind != "chargeback" || d.Amount != "1.00" {
		t.Errorf("an old ledger's dispute: %+v", d)
	}
}

func reopened(t *testing.T, file string) sandbox.Ledger {
	t.Helper()
	s, err := sandbox.New(sandbox.Options{LedgerFile: file})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close(t.Context()) }()
	return s.Ledger()
}
