package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/pprof"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/jobs"
)

// newMetrics makes the registry of a process: its own figures, and those of the connection pool.
func newMetrics(pool *pgxpool.Pool) *prometheus.Registry {
	reg := prometheus.NewRegistry()
	reg.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for name, figure := range map[string]func(*pgxpool.Stat) float64{
		"acquired": func(s *pgxpool.Stat) float64 { return float64(s.AcquiredConns()) },
		"idle":     func(s *pgxpool.Stat) float64 { return float64(s.IdleConns()) },
		"max":      func(s *pgxpool.Stat) float64 { return float64(s.MaxConns()) },
	} {
		reg.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "cojoin_database_connections", Help: "Connections of the pool, by state.",
			ConstLabels: prometheus.Labels{"state": name},
		}, func() float64 { return figure(pool.Stat()) }))
	}
	return reg
}

// privateHandler serves what only operators may see: metrics, profiles, the jobs page, and /v1/admin where
// there is a token for it. Whoever reaches it can cancel jobs, so it listens on an address of its own.
func privateHandler(ctx context.Context, st *stack, reg *prometheus.Registry, log *slog.Logger) (http.Handler, error) {
	page, err := jobs.NewPage(ctx, st.pool, "/jobs", log)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	if token := st.settings.operatorToken; token != "" {
		admin, err := apiserver.NewAdmin(apiserver.Config{Client: st.client, Log: log}, token)
		if err != nil {
			return nil, err
		}
		mux.Handle("/v1/admin/", admin)
	}
	mux.Handle("/jobs", page)
	mux.Handle("/jobs/", page)
	mux.Handle("GET /metrics", promhttp.HandlerFor(reg, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, `<!doctype html><title>Operator</title><h1>Operator</h1><ul><li><a href="/jobs">Jobs</a><li><a href="/metrics">Metrics</a><li><a href="/debug/pprof/">Profiles</a></ul>`)
	})
	// A page elsewhere must not reach the jobs' buttons through an operator's browser.
	return http.NewCrossOriginProtection().Handler(mux), nil
}
