package apiserver

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
)

// readyTimeout limits the readiness check's wait for the database.
const readyTimeout = 2 * time.Second

// saturatedFor is the time without turns for ordinary calls after which the server isn't ready. A burst ends sooner.
const saturatedFor = 3 * time.Second

// ErrLeaving is the error of Config.Ready while a server is shutting down but still serves. Load balancers get 503, and
// nothing is logged.
var ErrLeaving = errors.New("the server is shutting down")

// serveHealth serves the health checks. /livez reports whether the process is alive. /readyz reports whether it can serve calls: the database works,
// its disk is writable, and turns are free.
func (s *server) serveHealth(mux *http.ServeMux) {
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		request.NameRoute(w, "GET /livez")
		plain(w, http.StatusOK, "ok\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		request.NameRoute(w, "GET /readyz")
		ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
		defer cancel()
		if err := s.cfg.Ready(ctx); err != nil {
			if !errors.Is(err, ErrLeaving) {
				problem.Log(r.Context(), err)
			}
			p := problem.New(request.Of(r.Context()), http.StatusServiceUnavailable, problem.NotReady)
			p.RetryAfter = time.Second
			problem.Write(w, r, p)
			return
		}
		if s.disk.failed(time.Now()) {
			p := problem.New(request.Of(r.Context()), http.StatusServiceUnavailable, problem.NotReady)
			p.RetryAfter = diskFullFor
			problem.Write(w, r, p)
			return
		}
		if s.lanes.calls.Saturated(saturatedFor) {
			refuseBusy(w, r)
			return
		}
		plain(w, http.StatusOK, "ready\n")
	})
}

func plain(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body))
}
