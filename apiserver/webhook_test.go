package apiserver

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/sdktest"
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
	if res := post(sandbox.Webhook{Payload: strings.Repeat("x", request.MaxBody)}); res.status != http.StatusRequestEntityTooLarge {
		t.Errorf("too large: status %d", res.status)
	}
}

// The limits for visitors don't apply to webhooks, because the provider sends many from few addresses.
func TestWebhooksHaveNoVisitorLimit(t *testing.T) {
	t.Parallel()
	b := setup(t, nil, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Writes = caller.Limit{Count: 1, Per: time.Minute} }))
	hook, err := b.env.Sandbox.Webhook("check", "")
	if err != nil {
		t.Fatal(err)
	}
	form := url.Values{"bt_signature": {hook.Signature}, "bt_payload": {hook.Payload}}.Encode()
	for n := range 4 {
		res := b.call(http.MethodPost, "/v1/webhooks/braintree", form, "Content-Type", "application/x-www-form-urlencoded")
		if res.status != http.StatusNoContent || res.header.Get("RateLimit-Limit") != "" {
			t.Errorf("webhook %d: status %d, limit %q; want 204 without a limit", n+1, res.status, res.header.Get("RateLimit-Limit"))
		}
	}
}
