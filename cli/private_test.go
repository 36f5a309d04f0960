package main

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
)

// What each caller of the private pages is answered: outside of development on this machine alone they open
// to a token only, and without one configured to nobody.
func TestPrivateGuard(t *testing.T) {
	t.Parallel()
	const operator, scraper = "operator-operator-operator-operator", "metrics-metrics-metrics-metrics-metrics"
	tokens := settings{environment: site.EnvironmentProduction, private: "127.0.0.1:9080", operatorToken: operator, metricsToken: scraper}
	for _, c := range []struct {
		name     string
		settings settings
		sent     func(*http.Request)
		want     [2]int // of the jobs page, of the metrics
	}{
		{"nothing sent", tokens, func(*http.Request) {}, [2]int{401, 401}},
		{"operator's bearer", tokens, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+operator) }, [2]int{200, 200}},
		{"operator's password", tokens, func(r *http.Request) { r.SetBasicAuth("ops", operator) }, [2]int{200, 200}},
		{"metrics token", tokens, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+scraper) }, [2]int{401, 200}},
		{"a named operator's", settings{environment: site.EnvironmentProduction, private: "127.0.0.1:9080", operatorTokens: map[string]secret.Secret{"tess": operator}}, func(r *http.Request) { r.SetBasicAuth("ops", operator) }, [2]int{200, 200}},
		{"wrong", tokens, func(r *http.Request) { r.SetBasicAuth("ops", operator+"x") }, [2]int{401, 401}},
		{"none configured", settings{environment: site.EnvironmentProduction, private: "127.0.0.1:9080"}, func(r *http.Request) { r.SetBasicAuth("ops", "") }, [2]int{401, 401}},
		{"development here", settings{environment: site.EnvironmentDevelopment, private: "127.0.0.1:9080"}, func(*http.Request) {}, [2]int{200, 200}},
		{"development by another name", settings{environment: site.EnvironmentDevelopment, private: "127.0.0.1:9080"}, func(r *http.Request) { r.Host = "attacker.example.com" }, [2]int{401, 401}},
		{"development for all", settings{environment: site.EnvironmentDevelopment, private: "0.0.0.0:9080", operatorToken: operator}, func(*http.Request) {}, [2]int{401, 401}},
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

// Traces are off until something asks for them; what can't be done is said, not ignored.
func TestTracesWanted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		env   map[string]string
		want  bool
		fails bool
	}{
		{"nothing set", nil, false, false},
		{"endpoint", map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, true, false},
		{"exporter", map[string]string{"OTEL_TRACES_EXPORTER": "otlp"}, true, false},
		{"off by exporter", map[string]string{"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, false, false},
		{"disabled", map[string]string{"OTEL_SDK_DISABLED": "true", "OTEL_TRACES_EXPORTER": "otlp"}, false, false},
		{"grpc", map[string]string{"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, true, false},
		{"grpc for traces alone", map[string]string{"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "grpc"}, true, false},
		{"another protocol", map[string]string{"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/json"}, false, true},
		{"another exporter", map[string]string{"OTEL_TRACES_EXPORTER": "zipkin"}, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := tracesWanted(func(name string) string { return c.env[name] })
			if got != c.want || (err != nil) != c.fails {
				t.Errorf("got %t, %v; want %t, failure %t", got, err, c.want, c.fails)
			}
		})
	}
}
