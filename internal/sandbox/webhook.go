package sandbox

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // the provider signs its webhooks so
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// WebhookKinds lists the webhooks that the sandbox can create. It sends only those about disputes by itself, as the
// provider does for cards and wallets.
var WebhookKinds = []string{
	"check", "transaction_settled", "transaction_settlement_declined", "transaction_disbursed", "transaction_reviewed",
	"refund_failed", "payment_method_revoked_by_customer",
	"dispute_opened", "dispute_disputed", "dispute_accepted", "dispute_auto_accepted", "dispute_expired", "dispute_under_review",
	"dispute_lost", "dispute_won",
}

// Webhook is a signed notification, posted as two form fields.
type Webhook struct {
	Signature string // bt_signature
	Payload   string // bt_payload
}

// Webhook returns a signed notification about a transaction. The kind check needs no transaction. A kind about a
// dispute also opens a dispute or moves the latest one; dispute_opened opens a new one if the latest isn't open.
func (s *Sandbox) Webhook(kind, transactionID string) (Webhook, error) {
	if !slices.Contains(WebhookKinds, kind) {
		return Webhook{}, fmt.Errorf("sandbox: there is no webhook %q; there are %s", kind, strings.Join(WebhookKinds, ", "))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.ledger.transactions[transactionID]
	if t == nil && kind != "check" {
		return Webhook{}, fmt.Errorf("sandbox: there is no transaction %q", transactionID)
	}
	var d *Dispute
	if state, dispute := strings.CutPrefix(kind, "dispute_"); dispute {
		if state == "opened" {
			state = "open"
		}
		d = s.moveLastDispute(t, state)
	}
	return s.hooks.make(kind, t, d, s.now())
}

// moveLastDispute moves the transaction's latest dispute to the status, or opens one.
func (s *Sandbox) moveLastDispute(t *transaction, state string) *Dispute {
	now := s.now()
	last := len(t.Disputes) - 1
	if last < 0 || state == "open" && t.Disputes[last].Status != "open" {
		t.Disputes = append(t.Disputes, t.newDispute(now))
		last++
	}
	if d := t.Disputes[last]; d.Status != state {
		d.become(state, now)
	}
	t.UpdatedAt = now
	s.ledger.saveTransaction(t)
	return t.Disputes[last]
}

// webhooks signs and sends notifications.
type webhooks struct {
	url, public, private string
	client               *http.Client
	now                  func() time.Time
	log                  *slog.Logger
	sending              sync.WaitGroup
}

func newWebhooks(o Options) *webhooks {
	return &webhooks{
		url: o.WebhookURL, public: o.PublicKey, private: o.PrivateKey, now: o.Now, log: o.Log,
		client: &http.Client{Timeout: 10 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

func (h *webhooks) make(kind string, t *transaction, d *Dispute, now time.Time) (Webhook, error) {
	subject := group("subject")
	switch {
	case kind == "check":
		subject.add(boolean("check", true))
	case d != nil:
		subject.add(d.xml(t))
	case kind == "payment_method_revoked_by_customer":
		m := &method{Token: t.Token, CustomerID: t.CustomerID, Instrument: t.Instrument, CreatedAt: t.CreatedAt, UpdatedAt: now}
		revoked := m.xml(now)
		subject.add(revoked.add(datetime("revoked-at", now)))
	default:
		subject.add(t.xml())
	}
	var body bytes.Buffer
	if err := group("notification", text("kind", kind), datetime("timestamp", now), subject).writeXML(&body); err != nil {
		return Webhook{}, err
	}
	payload := base64.StdEncoding.EncodeToString(body.Bytes()) + "\n"
	key := sha1.Sum([]byte(h.private)) //nolint:gosec // as above
	mac := hmac.New(sha1.New, key[:])
	mac.Write([]byte(payload))
	return Webhook{Signature: h.public + "|" + hex.EncodeToString(mac.Sum(nil)), Payload: payload}, nil
}

// send posts a notification about a dispute to the configured address in the background, unless a fault drops it. The
// caller holds the sandbox's lock.
func (s *Sandbox) send(kind string, t *transaction, d *Dispute) {
	h := s.hooks
	if h.url == "" {
		return
	}
	late := time.Duration(0)
	if f, err := s.faultFor("webhook", t.OrderID, t.Token, ""); err == nil && f != nil {
		if f.Kind == FaultDrop {
			return
		}
		late = f.delay()
	}
	hook, err := h.make(kind, t, d, s.now())
	if err != nil {
		h.log.Error("the sandbox can't make a webhook", "kind", kind, "error", err)
		return
	}
	h.sending.Go(func() {
		time.Sleep(late)
		if _, err := h.post(context.Background(), h.url, hook); err != nil {
			h.log.Warn("a webhook of the sandbox was not delivered", "kind", kind, "error", err)
		}
	})
}

// post sends a notification and returns the status of the response.
func (h *webhooks) post(ctx context.Context, to string, hook Webhook) (int, error) {
	if !isWebURL(to) {
		return 0, fmt.Errorf("sandbox: the webhook address %q is not an http or https URL", to)
	}
	form := url.Values{"bt_signature": {hook.Signature}, "bt_payload": {hook.Payload}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader(form.Encode()))
	if err != nil {
		return 0, fmt.Errorf("sandbox: %w", err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := h.client.Do(req)
	if err != nil {
		return 0, fmt.Errorf("sandbox: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
	if resp.StatusCode >= 300 {
		return resp.StatusCode, fmt.Errorf("sandbox: %s answered %s", to, resp.Status)
	}
	return resp.StatusCode, nil
}

// wait waits for webhooks in flight until the context ends.
func (h *webhooks) wait(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		h.sending.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("sandbox: webhooks were still being sent: %w", ctx.Err())
	}
}
