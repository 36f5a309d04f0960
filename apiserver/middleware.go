package apiserver

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/trace"
)

// maxBody is the maximum size of a request body, in bytes.
const maxBody = 64 << 10

// outermost is the middleware around everything: the call's state, the log line, panics, security headers, the limit
// of the body.
func (s *server) outermost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		c := readCall(r, newRequestID(), s.clientAddr(r))
		rec := &recorder{ResponseWriter: w}
		ctx, span := s.startSpan(r, c)
		ctx = withLogger(withCall(ctx, &c), s.cfg.Log)
		r = r.WithContext(ctx)
		rec.Header().Set("X-Request-Id", c.RequestID)
		s.secureHeaders(rec.Header())
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler { //nolint:errorlint // net/http compares it this way, too
					panic(p)
				}
				s.cfg.Log.Error("panic", "request_id", c.RequestID, "panic", p, "stack", string(debug.Stack()))
				if rec.status == 0 {
					writeProblem(rec, r, newProblem(c, http.StatusInternalServerError, codeUnexpected))
				}
			}
			noteRegistration(ctx, r.PathValue("signupId"))
			s.logCall(r, rec, c, time.Since(start))
			endSpan(span, rec, c)
		}()
		if r.ContentLength > maxBody {
			rec.Header().Set("Connection", "close")
			writeProblem(rec, r, newProblem(c, http.StatusRequestEntityTooLarge, codeTooLarge))
			return
		}
		s.open(rec, r, next)
	})
}

// logCall logs a finished call. It logs the route, never the path: a path may contain an id
// or anything that a stranger typed.
func (s *server) logCall(r *http.Request, rec *recorder, c callState, took time.Duration) {
	status := rec.status
	if status == 0 {
		status = http.StatusOK
	}
	level := slog.LevelInfo
	switch {
	case rec.route == "GET /livez" || rec.route == "GET /readyz":
		level = slog.LevelDebug // why a server isn't ready is logged where it is found out
	case status == http.StatusServiceUnavailable:
		level = slog.LevelWarn // busy, or its cause is logged already
	case status >= 500:
		level = slog.LevelError
	}
	attrs := []slog.Attr{
		slog.String("request_id", c.RequestID), slog.String("method", knownMethod(r.Method)), slog.String("route", rec.route),
		slog.Int("status", status), slog.Int64("bytes", rec.bytes), slog.Duration("took", took.Round(time.Microsecond)),
	}
	if c.Registration != "" {
		attrs = append(attrs, slog.String("registration", c.Registration))
	}
	if span := trace.SpanContextFromContext(r.Context()); span.HasTraceID() {
		attrs = append(attrs, slog.String("trace_id", span.TraceID().String()))
	}
	s.cfg.Log.LogAttrs(r.Context(), level, "call", attrs...)
}

// routed is the middleware around one route's handler: its name for the log and metrics, its admission, its timeout, and its caching.
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
		nameRoute(w, name)
		start, status := time.Now(), http.StatusInternalServerError // for a call that panics
		defer func() { s.metrics.observe(name, status, time.Since(start)) }()
		s.admit(w, req, r, timeout, next)
		status = statusOf(w)
	})
}

// countWrite counts a changing call against the limit of its address, reports the limit in headers, and
// answers the call itself if there were too many.
func (s *server) countWrite(w http.ResponseWriter, r *http.Request) bool {
	state, err := s.cfg.Client.Visitor.CountWrite(r.Context(), callOf(r.Context()).ClientAddr)
	if state.Limit > 0 {
		h := w.Header()
		h.Set("RateLimit-Limit", strconv.Itoa(state.Limit))
		h.Set("RateLimit-Remaining", strconv.Itoa(state.Remaining))
		h.Set("RateLimit-Reset", strconv.Itoa(int(math.Ceil(state.Reset.Seconds()))))
	}
	if err == nil {
		return true
	}
	var p *Problem
	if !errors.As(problemOf(r.Context(), err), &p) {
		p = newProblem(callOf(r.Context()), http.StatusInternalServerError, codeUnexpected)
	}
	writeProblem(w, r, p)
	return false
}

// needsBearer reports whether a route requires a bearer token. A missing
// Registration-Key is left to the operation, which treats it like a wrong key.
func needsBearer(k tokenKind) bool {
	switch k {
	case tokenCredentials, tokenPassword, tokenAccount, tokenAccess, tokenSession, tokenProfessional, tokenHost:
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

// writeProblem answers with a problem outside of huma.
func writeProblem(w http.ResponseWriter, r *http.Request, p *Problem) {
	h := w.Header()
	for name, values := range p.GetHeaders() {
		h[name] = values
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	body, err := json.Marshal(p)
	if err != nil { // strings and numbers only
		panic(err)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(p.Status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// newRequestID returns the id of a call in the log: 64 random bits in hex.
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

type loggerKey struct{}

func withLogger(ctx context.Context, log *slog.Logger) context.Context {
	return context.WithValue(ctx, loggerKey{}, log)
}

func loggerOf(ctx context.Context) *slog.Logger {
	if log, ok := ctx.Value(loggerKey{}).(*slog.Logger); ok {
		return log
	}
	return slog.New(slog.DiscardHandler)
}
