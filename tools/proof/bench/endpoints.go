package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cojoin/cojoin/internal/postgres"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// FigureMissedEvents is the number of events that the working endpoint missed.
const FigureMissedEvents = "events that it was not told"

// catchUpLimit limits the time for delivering the remaining events to the working endpoint at the end of a round.
const catchUpLimit = time.Minute

// Endpoints measures the effect of broken applications on the others: whole sign-ups a second, and the delay of events to a working application.
// Rounds alternate between that application alone, and beside two broken ones: one doesn't respond within its time, the other rejects everything.
func Endpoints(ctx context.Context, o Options) (f *Figures, err error) {
	w, err := newWorld(ctx, o, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.close(ctx)) }()
	s, err := w.serve(ctx, "server", postgres.Database, connections, true)
	if err != nil {
		return nil, err
	}
	apps := newApplications()
	defer apps.close()
	var bad []string
	for _, path := range []string{"/good", "/silent", "/refusing"} {
		id, err := w.addEndpoint(ctx, apps.server.URL+path)
		if err != nil {
			return nil, err
		}
		if path != "/good" {
			bad = append(bad, id)
		}
	}
	callers := newCallers(s.addr, o.Clients)
	defer closeCallers(callers)
	j := newJourneys()
	rates, lags := map[bool][]float64{}, map[bool]*latencies{false: {}, true: {}}
	for round := range 2 * (o.Rounds + 1) {
		beside := round%2 == 1
		if err := w.turnEndpoints(ctx, bad, beside); err != nil {
			return nil, err
		}
		apps.during(lags[beside])
		rate, err := closed(ctx, o.Clients, o.Round, func(ctx context.Context, client, _ int) error { return j.begin(callers[client]).whole(ctx) })
		if err != nil {
			return nil, err
		}
		if err := w.catchUp(ctx, apps); err != nil {
			return nil, err
		}
		if round < 2 { // the first rounds warm everything up
			lags[beside].forget()
			continue
		}
		rates[beside] = append(rates[beside], rate)
	}
	var happened int64
	if err := w.pool.QueryRow(ctx, "SELECT count(*) FROM host_events").Scan(&happened); err != nil {
		return nil, fmt.Errorf("bench: events: %w", err)
	}
	f = &Figures{}
	f.note("whole sign-ups a second, one application that answers", "%.1f at %d clients", median(rates[false]), o.Clients)
	f.note("  and with two that take nothing beside it", "%.1f (one held %d calls, one refused %d)", median(rates[true]), apps.held.Load(), apps.refused.Load())
	r := ratios(rates[true], rates[false])
	f.judge("whole sign-ups with them / without", "≥ 0.95", r >= .95, "%.2f", r)
	for _, share := range []float64{.5, .99} {
		f.note(fmt.Sprintf("an event reaches the one that answers, p%.0f", share*100), "%s ms alone, %s ms beside them", millis(lags[false].at(share)), millis(lags[true].at(share)))
	}
	missed := happened - int64(apps.received())
	f.judge(FigureMissedEvents, "0", missed == 0, "%d of %d", missed, happened)
	return f, nil
}

// addEndpoint adds an endpoint as an operator does, and returns its id.
func (w *world) addEndpoint(ctx context.Context, url string) (string, error) {
	out, err := fleet.Command(ctx, w.o.Binary, w.env(postgres.Database, connections), "events", "endpoints", "add", url, "--json")
	if err != nil {
		return "", err
	}
	var added integration.Endpoint
	if err := json.Unmarshal([]byte(out), &added); err != nil {
		return "", fmt.Errorf("bench: endpoint: %w", err)
	}
	return added.ID, nil
}

// turnEndpoints switches endpoints on or off, as an operator does.
func (w *world) turnEndpoints(ctx context.Context, ids []string, on bool) error {
	how := "--disable"
	if on {
		how = "--enable"
	}
	for _, id := range ids {
		if _, err := fleet.Command(ctx, w.o.Binary, w.env(postgres.Database, connections), "events", "endpoints", "change", id, how); err != nil {
			return err
		}
	}
	return nil
}

// catchUp waits until the working application has all its events.
func (w *world) catchUp(ctx context.Context, apps *applications) error {
	const left = `SELECT (SELECT count(*) FROM host_outbox) + (SELECT count(*) FROM host_deliveries d JOIN host_endpoints e ON e.id = d.endpoint_id
		WHERE d.state = 'pending' AND e.url = $1)`
	for started := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		var n int
		if err := w.pool.QueryRow(ctx, left, apps.server.URL+"/good").Scan(&n); err != nil {
			return fmt.Errorf("bench: events: %w", err)
		}
		if n == 0 {
			return nil
		}
		if time.Since(started) > catchUpLimit {
			return fmt.Errorf("bench: %d events have not reached the application that answers within %s", n, catchUpLimit)
		}
	}
}

// applications are three receivers of events, by path: one accepts, one stays silent until the sender's timeout, one rejects.
type applications struct {
	server        *httptest.Server
	held, refused atomic.Int64

	mu    sync.Mutex
	lag   *latencies
	taken map[string]bool // by event id: an event may come again
}

func newApplications() *applications {
	a := &applications{lag: &latencies{}, taken: map[string]bool{}}
	a.server = httptest.NewServer(a)
	return a
}

// close also ends the held calls.
func (a *applications) close() {
	a.server.CloseClientConnections()
	a.server.Close()
}

// during records the delays of events from now on.
func (a *applications) during(l *latencies) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lag = l
}

// received returns the number of events that reached the working application.
func (a *applications) received() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.taken)
}

// ServeHTTP implements [http.Handler].
func (a *applications) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/silent":
		a.held.Add(1)
		_, _ = io.Copy(io.Discard, r.Body) // otherwise the end of the connection goes unnoticed
		<-r.Context().Done()
	case "/refusing":
		a.refused.Add(1)
		w.WriteHeader(http.StatusInternalServerError)
	default:
		var event integration.Event
		if err := json.NewDecoder(r.Body).Decode(&event); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		if !a.taken[event.ID] {
			a.taken[event.ID] = true
			a.lag.add(time.Since(event.At))
		}
	}
}
