package apiserver

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/support"
)

const chatPath = "/pub/v1/zendesk/getUserJwtToken"

// readJWT checks the signature as Zendesk does and returns header and claims.
func readJWT(t *testing.T, token string) (head, claims map[string]any) {
	t.Helper()
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		t.Fatalf("token %q has %d parts", token, len(parts))
	}
	mac := hmac.New(sha256.New, []byte(chatKey.Secret.Reveal()))
	mac.Write([]byte(parts[0] + "." + parts[1]))
	if base64.RawURLEncoding.EncodeToString(mac.Sum(nil)) != parts[2] {
		t.Error("the signature is wrong")
	}
	for i, into := range []*map[string]any{&head, &claims} {
		raw, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, into); err != nil {
			t.Fatal(err)
		}
	}
	return head, claims
}

func TestSupportChat(t *testing.T) {
	t.Parallel()

	t.Run("identifies the user", func(t *testing.T) {
		t.Parallel()
		b := setup(t, nil, withAddressesAndChat)
		fetch := func(query string, headers ...string) map[string]any {
			var got support.Token
			b.call(http.MethodPost, chatPath+query, nil, headers...).into(t, &got)
			head, claims := readJWT(t, got.Token.Reveal())
			if diff := cmp.Diff(map[string]any{"alg": "HS256", "typ": "JWT", "kid": "app_1"}, head); diff != "" {
				t.Error(diff)
			}
			return claims
		}
		now := float64(sdktest.Start.Unix())
		id, key := b.signup(1)
		want := map[string]any{
			"scope": "user", "external_id": "signup-" + id, "name": "Ana Diaz", "email": "ana.diaz.1@example.com", "email_verified": false,
			"iat": now, "exp": now + 600,
		}
		if diff := cmp.Diff(want, fetch("?signupId="+id, "Registration-Key", key)); diff != "" {
			t.Error(diff)
		}

		one := fetch("", "Anonymous-Id", "4dd11a08-9f3c-4a52-a1c1-3ab4cd5be50e")
		again := fetch("", "Anonymous-Id", "4dd11a08-9f3c-4a52-a1c1-3ab4cd5be50e")
		two := fetch("", "Anonymous-Id", "00000000-9f3c-4a52-a1c1-3ab4cd5be50e")
		anonymous, _ := one["external_id"].(string)
		if !strings.HasPrefix(anonymous, "visitor-") || strings.Contains(anonymous, "4dd11a08") || again["external_id"] != anonymous || two["external_id"] == anonymous || one["name"] != nil {
			t.Errorf("visitors are %v, again %v, and %v", one, again, two)
		}
	})

	t.Run("an invited parent is identified by the mailed link", func(t *testing.T) {
		t.Parallel()
		b := setup(t, nil, withAddressesAndChat)
		userID, token := b.invited("ben@example.com")
		var got support.Token
		b.call(http.MethodPost, chatPath+"?userId="+userID, nil, "Authorization", "Bearer "+token).into(t, &got)
		if _, claims := readJWT(t, got.Token.Reveal()); claims["external_id"] != "account-"+userID || claims["email_verified"] != true {
			t.Errorf("claims %v", claims)
		}
		if r := b.call(http.MethodPost, chatPath+"?userId=another", nil, "Authorization", "Bearer "+token); r.status != 403 {
			t.Errorf("another user's id answers %d", r.status)
		}
	})

	t.Run("off without the flag, off without a key", func(t *testing.T) {
		t.Parallel()
		for name, change := range map[string]func(*sdk.Config){
			"flag": func(c *sdk.Config) { c.Flags.Switches = nil },
			"key":  func(c *sdk.Config) { c.Chat = support.Config{} },
		} {
			b := setup(t, nil, withAddressesAndChat, sdktest.WithConfig(change))
			if p := b.call(http.MethodPost, chatPath, nil, "Anonymous-Id", "4dd11a08-9f3c-4a52-a1c1-3ab4cd5be50e").problem(t); p.Code != "support_chat_off" || p.Status != 404 {
				t.Errorf("without the %s: %+v", name, p)
			}
		}
	})

	t.Run("start-up data has the chat with the flag only", func(t *testing.T) {
		t.Parallel()
		b := setup(t, nil, withAddressesAndChat)
		var start, without sdk.Bootstrap
		b.call(http.MethodGet, "/v1/bootstrap", nil).into(t, &start)
		b.call(http.MethodGet, "/v1/bootstrap?flags=supportChat:off", nil).into(t, &without)
		if diff := cmp.Diff(&sdk.BootstrapChat{Provider: "zendesk", WidgetKey: "widget-1", SignsIn: true}, start.SupportChat); diff != "" || without.SupportChat != nil {
			t.Errorf("%s; without the flag %v", diff, without.SupportChat)
		}
	})

	t.Run("counted by address", func(t *testing.T) {
		t.Parallel()
		b := setup(t, nil, withAddressesAndChat, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Chats = caller.Limit{Count: 1, Per: time.Hour} }))
		status := func() int {
			return b.call(http.MethodPost, chatPath, nil, "Anonymous-Id", "4dd11a08-9f3c-4a52-a1c1-3ab4cd5be50e").status
		}
		if got := []int{status(), status()}; got[0] != 200 || got[1] != 429 {
			t.Errorf("answers %v", got)
		}
	})

	t.Run("half a key is refused at start", func(t *testing.T) {
		t.Parallel()
		cfg := sdktest.New(t).Config
		cfg.Chat = support.Config{KeyID: "app_1"}
		if _, err := sdk.New(cfg); err == nil || !strings.Contains(err.Error(), "belong together") {
			t.Errorf("got %v", err)
		}
	})
}

// The policy of the hosted page allows the hosts of the chat only if there is a chat.
func TestPagePolicyAllowsChat(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]bool{"widget-1": true, "": false} {
		b := setup(t, func(c *Config) {
			c.Widget = builtWidget()
			c.Site = site.Site{Environment: site.EnvironmentProduction, Provider: "braintree", ChatWidgetKey: key}
		})
		policy := b.call(http.MethodGet, "/app/join", nil).header.Get("Content-Security-Policy")
		for _, source := range []string{"https://static.zdassets.com", "wss://*.zopim.com"} {
			if strings.Contains(policy, source) != want {
				t.Errorf("with the key %q the policy is %s", key, policy)
			}
		}
	}
}
