package apiserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/apiserver/admission"
	"github.com/cojoin/cojoin/apiserver/dev"
	"github.com/cojoin/cojoin/apiserver/page"
	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/reference"
	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/site"
)

// Config configures [New].
type Config struct {
	Client *sdk.Client // required
	// Ready returns an error if calls can't be served: the database is unreachable or its schema isn't up to date. Nil: always ready.
	Ready func(context.Context) error
	// Site is the client's. It decides whether /dev exists and which sources our pages may load from.
	Site site.Site
	// Origins list the sites that may call the API from a browser and frame our pages,
	// e.g. https://www.example.com. The server's own origin needs no entry. Default: none.
	Origins []string
	// TrustedProxies are the addresses of proxies with a trusted X-Forwarded-For. Default: none.
	TrustedProxies []netip.Prefix
	// Widget is the built widget (join/, assets/, embed/). Nil or empty: a page explains how to build it.
	Widget fs.FS
	// Events receives the widget's analytics events. Nil: they are validated and discarded.
	Events EventSink
	// Dev serves /dev. Nil: no /dev. In production there is never one.
	Dev *dev.Tools
	// Log receives one line per call, without personal data. Default: no log.
	Log *slog.Logger
	// Metrics registers counters and durations by route. Nil: none.
	Metrics prometheus.Registerer
	// Tracing creates a span for every call, in the trace of the caller's traceparent. Nil: none.
	Tracing trace.TracerProvider
	// Timeout limits a call. PaymentTimeout limits a call that waits, mostly for the payment provider. Defaults: 15 s and 45 s.
	Timeout, PaymentTimeout time.Duration
	// InFlight is the maximum number of concurrent calls. Further ones get 503 with Retry-After and aren't queued.
	// The last quarter is reserved for people who have paid. A sign-up starts only while half is free. Default 256.
	InFlight int
	// PerAddress is the maximum number of concurrent calls of one client address. With many active addresses the limit is lower.
	// Default: a quarter of InFlight. Below zero: no limit.
	PerAddress int
}

func (c Config) withDefaults() (Config, error) {
	if c.Client == nil {
		return c, errors.New("apiserver: Config.Client is missing")
	}
	for i, o := range c.Origins {
		u, err := url.Parse(o)
		if err != nil || u.Scheme == "" || u.Host == "" || u.Path != "" || u.RawQuery != "" {
			return c, fmt.Errorf("apiserver: Config.Origins[%d]: %q is not an origin like https://www.example.com", i, o)
		}
	}
	c.Site = c.Site.WithDefaults()
	if c.Ready == nil {
		c.Ready = func(context.Context) error { return nil }
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Tracing == nil {
		c.Tracing = noop.NewTracerProvider()
	}
	if c.Timeout == 0 {
		c.Timeout = 15 * time.Second
	}
	if c.PaymentTimeout == 0 {
		c.PaymentTimeout = 45 * time.Second
	}
	if c.InFlight == 0 {
		c.InFlight = 256
	}
	if c.PerAddress == 0 {
		c.PerAddress = max(c.InFlight/4, 1)
	}
	if c.Site.Environment == "" {
		c.Site.Environment = site.EnvironmentDevelopment // the client's default
	}
	if c.Site.Environment == site.EnvironmentProduction {
		c.Dev = nil
	}
	return c, nil
}

// server holds the shared state of the calls.
type server struct {
	cfg     Config
	metrics *callMetrics
	tracer  trace.Tracer
	lanes   lanes
	reads   *admission.Window
	disk    diskWatch
	pages   *page.Pages
}

func newServer(cfg Config) *server {
	reads := caller.DefaultLimits().Reads
	if cfg.Client != nil {
		reads = cfg.Client.Visitor.ReadLimit()
	}
	return &server{
		cfg: cfg, tracer: cfg.Tracing.Tracer(tracerName),
		pages: page.New(page.Config{Client: cfg.Client, Site: cfg.Site, Origins: cfg.Origins, Widget: cfg.Widget}),
		lanes: newLanes(cfg.InFlight, cfg.PerAddress), reads: admission.NewWindow(reads.Count, reads.Per),
	}
}

var replaceErrorsOnce sync.Once

// New returns the public handler: the API, the hosted page and the embed script, the reference,
// health checks and, in development, /dev. New accesses neither database nor network.
func New(cfg Config) (http.Handler, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	return newServer(cfg).handler()
}

// handler returns the public handler.
func (s *server) handler() (_ http.Handler, err error) {
	cfg := s.cfg
	if s.metrics, err = newCallMetrics(cfg.Metrics, s.lanes.calls.Taken); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	_, calls := newAPI(s, routes, s.routed)
	api := problemMux{ServeMux: calls}
	for _, prefix := range callPrefixes {
		mux.Handle(prefix, api)
	}
	mux.Handle("POST /login", api)
	s.pages.Serve(mux)
	reference.Serve(mux, made)
	s.serveHealth(mux)
	if cfg.Dev != nil {
		dev.Serve(mux, dev.Config{Tools: cfg.Dev, Client: cfg.Client, PublicURL: cfg.Site.PublicURL})
	}
	return s.outermost(problemMux{ServeMux: mux, missing: s.pages.Missing}), nil
}

// problemMux returns 404 and 405 as problems, where Go's mux would return text.
type problemMux struct {
	*http.ServeMux
	missing func(http.ResponseWriter, *http.Request) bool // may respond in place of the 404 problem and then returns true; nil: never
}

// ServeHTTP implements [http.Handler].
func (m problemMux) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h, pattern := m.Handler(r)
	if pattern != "" {
		m.ServeMux.ServeHTTP(w, r)
		return
	}
	probe := &headerProbe{header: http.Header{}}
	h.ServeHTTP(probe, r)
	if probe.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", probe.header.Get("Allow"))
		problem.Write(w, r, problem.New(request.Of(r.Context()), http.StatusMethodNotAllowed, problem.WrongMethod))
		return
	}
	if m.missing != nil && m.missing(w, r) {
		return
	}
	problem.Write(w, r, problem.New(request.Of(r.Context()), http.StatusNotFound, problem.NotFound))
}

// headerProbe records the status and headers of a response and discards its body.
type headerProbe struct {
	header http.Header
	status int
}

func (p *headerProbe) Header() http.Header         { return p.header }
func (p *headerProbe) Write(b []byte) (int, error) { return len(b), nil }
func (p *headerProbe) WriteHeader(status int)      { p.status = status }
