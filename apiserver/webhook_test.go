package apiserver

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/internal/sandbox"
)

func TestBraintreeWebhook(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	post := func(hook sandbox.Webhook) reply {
		form := url.Values{"bt_signature": {hook.Signature}, "bt_payload": {hook.Payload}}
		return b.call(http.MethodPost, "/v1/webhooks/braintree", form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	}
	check, err := b.env.Sandbox.Webhook("check", "")
	if err != nil {
		t.Fatal(err)
	}
	if res := post(check); res.status != http.StatusNoContent || len(res.body) > 0 {
		t.Errorf("a good one: status %d %s", res.status, res.body)
	}
	for name, hook := range map[string]sandbox.Webhook{
		"forged":     {Signature: check.Signature, Payload: check.Payload + "x"},
		"unsigned":   {Payload: check.Payload},
		"empty":      {},
		"other keys": {Signature: "public|" + strings.Repeat("0", 40), Payload: check.Payload},
	} {
		if res := post(hook); res.status != http.StatusForbidden || res.problem(t).Code != "webhook_refused" {
			t.Errorf("%s: status %d %s", name, res.status, res.body)
		}
	}
	if res := post(sandbox.Webhook{Payload: strings.Repeat("x", maxBody)}); res.status != http.StatusRequestEntityTooLarge {
		t.Errorf("too large: status %d", res.status)
	}
}
