package apiserver

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/site"
)

// outermost is the middleware around everything: the call's state, the log line, panics, security headers, CORS and the
// size limit of bodies.
func (s *server) outermost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		c := request.Read(r, newRequestID(), s.clientAddr(r))
		c.NamesLimits = s.cfg.Site.Environment == site.EnvironmentDevelopment
		rec := &request.Recorder{ResponseWriter: w}
		ctx, span := s.startSpan(r, c)
		ctx = request.WithLog(request.With(ctx, &c), s.cfg.Log)
		r = r.WithContext(ctx)
		rec.Header().Set("X-Request-Id", c.RequestID)
		s.pages.SecureHeaders(rec.Header())
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler { //nolint:errorlint // net/http compares it this way, too
					panic(p)
				}
				s.cfg.Log.Error("panic", "request_id", c.RequestID, "panic", p, "stack", string(debug.Stack()))
				if rec.Status == 0 {
					problem.Write(rec, r, problem.New(c, http.StatusInternalServerError, problem.Unexpected))
				}
			}
			request.NoteRegistration(ctx, r.PathValue("signupId"))
			s.logCall(r, rec, c, time.Since(start))
			endSpan(span, rec, c)
		}()
		if isCall(r.URL.Path) {
			s.allowOrigin(rec.Header(), r)
			if isPreflight(r) {
				rec.WriteHeader(http.StatusNoContent)
				return
			}
		}
		if r.ContentLength > request.MaxBody {
			rec.Header().Set("Connection", "close")
			problem.Write(rec, r, problem.New(c, http.StatusRequestEntityTooLarge, problem.TooLarge))
			return
		}
		s.open(rec, r, next)
	})
}

// logCall logs a finished call. It logs the route, never the path, which may contain an ID or any text of the caller.
func (s *server) logCall(r *http.Request, rec *request.Recorder, c request.Call, took time.Duration) {
	status := rec.Status
	if status == 0 {
		status = http.StatusOK
	}
	level := slog.LevelInfo
	switch {
	case rec.Route == "GET /livez" || rec.Route == "GET /readyz":
		level = slog.LevelDebug // the readiness check logs its reason itself
	case status == http.StatusServiceUnavailable:
		level = slog.LevelWarn // overloaded, or the cause is already logged
	case status >= 500:
		level = slog.LevelError
	}
	attrs := []slog.Attr{
		slog.String("request_id", c.RequestID), slog.String("method", knownMethod(r.Method)), slog.String("route", rec.Route),
		slog.Int("status", status), slog.Int64("bytes", rec.Bytes), slog.Duration("took", took.Round(time.Microsecond)),
	}
	if c.Registration != "" {
		attrs = append(attrs, slog.String("registration", c.Registration))
	}
	if span := trace.SpanContextFromContext(r.Context()); span.HasTraceID() {
		attrs = append(attrs, slog.String("trace_id", span.TraceID().String()))
	}
	s.cfg.Log.LogAttrs(r.Context(), level, "call", attrs...)
}

// routed is the middleware around one route's handler: name for log and metrics, admission, timeout and caching.
func (s *server) routed(r route, next http.Handler) http.Handler {
	timeout := s.cfg.Timeout
	if r.slow {
		timeout = s.cfg.PaymentTimeout
	}
	if r.caching == cacheLookup {
		next = withETag(next)
	} else {
		next = noStore(next)
	}
	name := r.method + " " + r.path
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		request.NameRoute(w, name)
		start, status := time.Now(), http.StatusInternalServerError // status of a call that panics
		defer func() { s.metrics.observe(name, status, time.Since(start)) }()
		s.admit(w, req, r, timeout, next)
		status = request.StatusOf(w)
	})
}

// countWrite counts a changing call against the limit of its address and sets the limit's headers. Above the limit it
// writes the response and returns false.
func (s *server) countWrite(w http.ResponseWriter, r *http.Request) bool {
	state, err := s.cfg.Client.Visitor.CountWrite(r.Context(), request.Of(r.Context()).ClientAddr)
	if state.Limit > 0 {
		h := w.Header()
		h.Set("RateLimit-Limit", strconv.Itoa(state.Limit))
		h.Set("RateLimit-Remaining", strconv.Itoa(state.Remaining))
		h.Set("RateLimit-Reset", strconv.Itoa(int(math.Ceil(state.Reset.Seconds()))))
	}
	if err == nil {
		return true
	}
	var p *problem.Details
	if !errors.As(problem.Of(r.Context(), err), &p) {
		p = problem.New(request.Of(r.Context()), http.StatusInternalServerError, problem.Unexpected)
	}
	problem.Write(w, r, p)
	return false
}

// needsBearer reports whether a route requires a bearer token. It ignores Registration-Key: operations treat a missing
// one like a wrong one.
func needsBearer(k tokenKind) bool {
	switch k {
	case tokenCredentials, tokenPassword, tokenHandOver, tokenRefusal, tokenAccount, tokenAccess, tokenSession, tokenProfessional, tokenHost:
		return true
	}
	return false
}

func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// newRequestID returns a call's ID for the log: 64 random bits in hex.
func newRequestID() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

func knownMethod(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return m
	}
	return "other"
}
