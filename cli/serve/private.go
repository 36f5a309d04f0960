package serve

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/apiserver/dev"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk/site"
)

// PrivateHandler serves the operators' pages: metrics, profiles, the jobs page, and /v1/admin if there is an operator
// token. Anyone who reaches it can cancel jobs, so it listens on a separate address and also
// requires a token.
func PrivateHandler(ctx context.Context, st *stack.Stack, log *slog.Logger) (http.Handler, error) {
	page, err := jobs.NewPage(ctx, st.Pool, "/jobs", log)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	if tokens := st.Settings.Operators(); len(tokens) > 0 {
		admin, err := apiserver.NewAdmin(apiserver.Config{Client: st.Client, Log: log}, tokens)
		if err != nil {
			return nil, err
		}
		mux.Handle("/v1/admin/", admin)
	}
	may := newPrivateGuard(st.Settings)
	mux.Handle("/jobs", may.operator(page))
	mux.Handle("/jobs/", may.operator(page))
	mux.Handle("GET /metrics", may.metrics(promhttp.HandlerFor(st.Metrics.Registry, promhttp.HandlerOpts{})))
	for path, profile := range map[string]http.HandlerFunc{
		"GET /debug/pprof/": pprof.Index, "GET /debug/pprof/cmdline": pprof.Cmdline, "GET /debug/pprof/profile": pprof.Profile,
		"GET /debug/pprof/symbol": pprof.Symbol, "GET /debug/pprof/trace": pprof.Trace,
	} {
		mux.Handle(path, may.operator(profile))
	}
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprintln(w, "ok") })
	mux.Handle("GET /{$}", may.operator(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, `<!doctype html><title>Operator</title><h1>Operator</h1><ul><li><a href="/jobs">Jobs</a><li><a href="/metrics">Metrics</a><li><a href="/debug/pprof/">Profiles</a></ul>`)
	})))
	// A page on another site must not trigger the jobs' buttons through an operator's browser.
	return http.NewCrossOriginProtection().Handler(mux), nil
}

// privateGuard protects the private pages. An operator's token opens all of them, the metrics token only the
// metrics; either as a bearer token or as the password of basic authentication (with any username),
// for which browsers prompt. Development on the loopback address requires none.
type privateGuard struct {
	open      bool
	operators [][sha256.Size]byte
	metHash   [sha256.Size]byte
	hasMet    bool
}

func newPrivateGuard(s *setting.Config) privateGuard {
	guard := privateGuard{
		open:    s.Environment == site.EnvironmentDevelopment && setting.Loopback(s.Private),
		metHash: sha256.Sum256([]byte(s.MetricsToken.Reveal())), hasMet: s.MetricsToken != "",
	}
	for _, token := range s.Operators() {
		guard.operators = append(guard.operators, sha256.Sum256([]byte(token.Reveal())))
	}
	return guard
}

func (g privateGuard) operator(next http.Handler) http.Handler {
	return g.guard(next, func(hash [sha256.Size]byte) bool { return g.isOperator(hash) })
}

func (g privateGuard) metrics(next http.Handler) http.Handler {
	return g.guard(next, func(hash [sha256.Size]byte) bool {
		return g.isOperator(hash) || g.hasMet && subtle.ConstantTimeCompare(hash[:], g.metHash[:]) == 1
	})
}

func (g privateGuard) isOperator(hash [sha256.Size]byte) bool {
	return slices.ContainsFunc(g.operators, func(want [sha256.Size]byte) bool { return subtle.ConstantTimeCompare(hash[:], want[:]) == 1 })
}

func (g privateGuard) guard(next http.Handler, may func([sha256.Size]byte) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if g.open && dev.LoopbackHost(r.Host) || may(sha256.Sum256([]byte(privateToken(r)))) {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("WWW-Authenticate", `Basic realm="Operator", charset="UTF-8"`)
		http.Error(w, "This address requires an operator's token, as bearer token or as password; metricsToken opens /metrics.", http.StatusUnauthorized)
	})
}

func privateToken(r *http.Request) string {
	if _, password, ok := r.BasicAuth(); ok {
		return password
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}
