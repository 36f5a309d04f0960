package serve

import (
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	_ "github.com/cojoin/cojoin/internal/container" // Postgres in a container, where an engine answers
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
)

// The private pages require a token, except in development on a loopback address. Without a configured token they are
// closed.
func TestPrivateGuard(t *testing.T) {
	t.Parallel()
	const operator, scraper = "operator-operator-operator-operator", "metrics-metrics-metrics-metrics-metrics"
	tokens := setting.Config{Environment: site.EnvironmentProduction, Private: "127.0.0.1:9080", OperatorToken: operator, MetricsToken: scraper}
	for _, c := range []struct {
		name     string
		settings setting.Config
		sent     func(*http.Request)
		want     [2]int // statuses of the jobs page and the metrics
	}{
		{"nothing sent", tokens, func(*http.Request) {}, [2]int{401, 401}},
		{"operator's bearer", tokens, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+operator) }, [2]int{200, 200}},
		{"operator's password", tokens, func(r *http.Request) { r.SetBasicAuth("ops", operator) }, [2]int{200, 200}},
		{"metrics token", tokens, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+scraper) }, [2]int{401, 200}},
		{"a named operator's", setting.Config{Environment: site.EnvironmentProduction, Private: "127.0.0.1:9080", OperatorTokens: map[string]secret.Secret{"tess": operator}}, func(r *http.Request) { r.SetBasicAuth("ops", operator) }, [2]int{200, 200}},
		{"wrong", tokens, func(r *http.Request) { r.SetBasicAuth("ops", operator+"x") }, [2]int{401, 401}},
		{"none configured", setting.Config{Environment: site.EnvironmentProduction, Private: "127.0.0.1:9080"}, func(r *http.Request) { r.SetBasicAuth("ops", "") }, [2]int{401, 401}},
		{"development here", setting.Config{Environment: site.EnvironmentDevelopment, Private: "127.0.0.1:9080"}, func(*http.Request) {}, [2]int{200, 200}},
		{"development by another name", setting.Config{Environment: site.EnvironmentDevelopment, Private: "127.0.0.1:9080"}, func(r *http.Request) { r.Host = "attacker.example.com" }, [2]int{401, 401}},
		{"development for all", setting.Config{Environment: site.EnvironmentDevelopment, Private: "0.0.0.0:9080", OperatorToken: operator}, func(*http.Request) {}, [2]int{401, 401}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			guard := newPrivateGuard(&c.settings)
			page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
			var got [2]int
			for i, h := range []http.Handler{guard.operator(page), guard.metrics(page)} {
				r := httptest.NewRequest(http.MethodGet, "/", nil)
				r.Host = "127.0.0.1:9080"
				c.sent(r)
				rec := httptest.NewRecorder()
				h.ServeHTTP(rec, r)
				got[i] = rec.Code
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("jobs page, metrics (-want +got):\n%s", diff)
			}
		})
	}
}

// A page of another site can't press a button of the jobs page, even in an operator's browser. The jobs page itself can.
func TestPrivatePagesRefuseOtherSites(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	s, _, err := setting.Load(setting.Sources{Flags: map[string]string{
		"environment": "development", "databaseUrl": env.DatabaseURL, "payment.provider": "sandbox", "payment.sandboxUrl": env.SandboxURL,
		"secret": base64.StdEncoding.EncodeToString(env.Config.Secrets.Server),
	}})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	st, err := stack.Open(t.Context(), s, stack.Options{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	private, err := PrivateHandler(t.Context(), st, log)
	if err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]int{"cross-site": http.StatusForbidden, "same-origin": http.StatusMethodNotAllowed} {
		r := httptest.NewRequest(http.MethodPost, "/metrics", nil)
		r.Host = "127.0.0.1:9080"
		r.Header.Set("Sec-Fetch-Site", from)
		rec := httptest.NewRecorder()
		private.ServeHTTP(rec, r)
		if rec.Code != want {
			t.Errorf("a %s call is answered %d, want %d", from, rec.Code, want)
		}
	}
}
