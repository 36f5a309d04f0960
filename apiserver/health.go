package apiserver

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// readyTimeout is how long the readiness page waits for the database.
const readyTimeout = 2 * time.Second

// ErrLeaving is what Config.Ready gives of a server that was told to stop and still takes calls: it is told to
// balancers, and nothing to log.
var ErrLeaving = errors.New("the server was told to stop")

// serveHealth answers whether the process lives (/livez) and whether calls can be answered (/readyz).
func (s *server) serveHealth(mux *http.ServeMux) {
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		nameRoute(w, "GET /livez")
		plain(w, http.StatusOK, "ok\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		nameRoute(w, "GET /readyz")
		ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
		defer cancel()
		if err := s.cfg.Ready(ctx); err != nil {
			if !errors.Is(err, ErrLeaving) {
				logFailure(r.Context(), err)
			}
			p := newProblem(callOf(r.Context()), http.StatusServiceUnavailable, codeStarting)
			p.retryAfter = time.Second
			writeProblem(w, r, p)
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
