package sandbox_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/internal/sandbox"
)

func TestHostedFieldsAreForListedPages(t *testing.T) {
	t.Parallel()
	const shop = "https://shop.example.com"
	listed := newBench(t, sandbox.Options{Origins: []string{shop}})
	open := newBench(t, sandbox.Options{})
	for _, tt := range []struct {
		name   string
		bench  *bench
		path   string
		status int
	}{
		{"listed", listed, "number?instance=a-1&origin=" + shop, 200},
		{"other page", listed, "number?instance=a-1&origin=https://evil.example.com", 403},
		{"any page", open, "cvv?instance=a-1&origin=https://any.example.com:8443", 200},
		{"no origin", open, "number?instance=a-1", 400},
		{"origin with a path", open, "number?instance=a-1&origin=https://any.example.com/x", 400},
		{"origin that ends the policy", open, "number?instance=a-1&origin=https://a%3B%20script-src%20*", 400},
		{"null origin", open, "number?instance=a-1&origin=null", 400},
		{"no instance", open, "number?origin=" + shop, 400},
		{"odd instance", open, "number?instance=%22%3E&origin=" + shop, 400},
		{"no such field", open, "pin?instance=a&origin=" + shop, 404},
		{"challenge", open, "challenge?instance=a&origin=" + shop, 200},
	} {
		resp, err := http.Get(tt.bench.url + "/hosted/" + tt.path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != tt.status {
			t.Errorf("%s: %d, %v", tt.name, resp.StatusCode, err)
		}
		if tt.status != http.StatusOK {
			continue
		}
		policy := resp.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors https://"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy is %s", tt.name, policy)
			}
		}
		if bytes.Contains(body, []byte("<script>")) || bytes.Contains(body, []byte("style=")) {
			t.Errorf("%s: the policy forbids the page's own requests", tt.name)
		}
	}
	for lang, label := range map[string]string{"en": "Security code", "es": "Código de seguridad", "fr": "Security code"} {
		if html := get(t, open.url+"/hosted/cvv?instance=a&origin="+shop+"&lang="+lang); !strings.Contains(html, `<label class="label" for="field">`+label+"</label>") {
			t.Errorf("%s: no label %q", lang, label)
		}
	}

	// The same list applies to browser calls.
	for origin, want := range map[string]int{shop: http.StatusCreated, "https://evil.example.com": http.StatusForbidden} {
		p := newPage(t, listed, origin)
		if status, _ := p.post(t, "/client_api/v1/payment_methods/paypal_accounts", map[string]any{}); status != want {
			t.Errorf("%s: %d", origin, status)
		}
	}
}
