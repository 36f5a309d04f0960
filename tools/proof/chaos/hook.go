package chaos

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// hooks sends webhooks about transactions to the servers as the provider does: early, before the order is placed; late, when the payment has ended;
// and twice concurrently.
type hooks struct {
	w    *world
	all  sync.WaitGroup
	mu   sync.Mutex
	next int
	sent map[string]int
}

// about sends webhooks about three of four processed sales.
func (h *hooks) about(ctx context.Context, orderID string) {
	h.mu.Lock()
	h.next++
	turn := h.next % 4
	h.mu.Unlock()
	switch turn {
	case 0:
		h.all.Go(func() { h.postWebhook(ctx, orderID, "early", 1) })
	case 1:
		h.all.Go(func() { h.postWebhook(ctx, orderID, "twice concurrently", 2) })
	case 2:
		h.all.Go(func() {
			pause(ctx, lease+time.Second)
			h.postWebhook(ctx, orderID, "late", 1)
		})
	}
}

// postWebhook posts a webhook about an order's sale the given number of times concurrently, each to the next server.
func (h *hooks) postWebhook(ctx context.Context, orderID, when string, times int) {
	id, acted := h.w.ledger.LastSale(orderID)
	if !acted {
		return
	}
	hook, err := h.w.ledger.Webhook("transaction_settled", id)
	if err != nil {
		return
	}
	form := url.Values{"bt_signature": {hook.Signature}, "bt_payload": {hook.Payload}}.Encode()
	var both sync.WaitGroup
	for i := range times {
		both.Go(func() {
			// A server that is being killed misses it. The real provider would resend it, and nothing depends on it.
			if err := h.post(ctx, h.w.api.servers[i%len(h.w.api.servers)], form); err == nil {
				h.mu.Lock()
				h.sent[when]++
				h.mu.Unlock()
			}
		})
	}
	both.Wait()
}

func (h *hooks) post(ctx context.Context, server, form string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, server+"/v1/webhooks/braintree", strings.NewReader(form))
	if err != nil {
		return fmt.Errorf("chaos: %w", err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := h.w.api.http.Do(req)
	if err != nil {
		return fmt.Errorf("chaos: webhook: %w", err)
	}
	_ = res.Body.Close()
	if res.StatusCode >= 300 {
		return fmt.Errorf("chaos: webhook: status %d", res.StatusCode)
	}
	return nil
}
