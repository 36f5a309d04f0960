package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// thisMachine is the only network that accepts events here.
const thisMachine = "127.0.0.0/8"

// app is the customer's application: the Python example, in its own process with its own database. The process is killed again and again. Events pass
// through a proxy that records the accepted ones. The proxy refuses some, loses some replies, and is slow at times.
type app struct {
	program fleet.Program
	address string // of the process
	proxy   *httptest.Server
	client  *http.Client

	mu      sync.Mutex
	rand    *rand.Rand
	calm    bool
	process *fleet.Process
	kills   int
	taken   map[string]bool      // ids
	last    map[string]delivered // by subject: the last event that was new
	twice   int                  // repeated deliveries
	late    map[string]string    // by id: first delivered after a later event of its subject
}

// delivered is a delivered event.
type delivered struct {
	id       string
	position int64
}

func newApp(ctx context.Context, client *sdk.Client, dir string) (*app, error) {
	python, err := exec.LookPath("python3")
	if err != nil {
		return nil, fmt.Errorf("chaos: the customer's application is written in Python: apt-get install -y python3: %w", err)
	}
	root, err := fleet.Root(ctx)
	if err != nil {
		return nil, err
	}
	port, err := fleet.FreePort(ctx)
	if err != nil {
		return nil, err
	}
	a := &app{
		address: fmt.Sprintf("http://127.0.0.1:%d", port), client: &http.Client{Timeout: 5 * time.Second},
		rand:  rand.New(rand.NewPCG(1, 4)), //nolint:gosec // faults, not secrets
		taken: map[string]bool{}, last: map[string]delivered{}, late: map[string]string{},
	}
	a.proxy = httptest.NewServer(http.HandlerFunc(a.pass))
	endpoint, err := client.Integration.AddEndpoint(ctx, integration.EndpointInput{URL: a.proxy.URL + "/hook"}, "en")
	if err != nil {
		return nil, fmt.Errorf("chaos: endpoint: %w", err)
	}
	a.program = fleet.Program{
		Name: "app", Dir: dir, Argv: []string{python, filepath.Join(root, "examples/hosts/python/app.py"), strconv.Itoa(port)},
		Env: append(os.Environ(), "WEBHOOK_SECRET="+endpoint.Secret, "DATABASE="+filepath.Join(dir, "app.db")),
	}
	return a, a.start()
}

func (a *app) start() error {
	process, err := fleet.Start(a.program)
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.process = process
	return nil
}

// killAgainAndAgain kills the process and restarts it until the context ends.
func (a *app) killAgainAndAgain(ctx context.Context) error {
	for ctx.Err() == nil {
		pause(ctx, time.Duration(500+a.draw(2000))*time.Millisecond)
		a.process.Kill()
		pause(ctx, time.Duration(a.draw(500))*time.Millisecond)
		if err := a.start(); err != nil {
			return err
		}
		a.mu.Lock()
		a.kills++
		a.mu.Unlock()
	}
	return nil
}

func (a *app) draw(below int) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.rand.IntN(below)
}

func (a *app) killed() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.kills
}

func (a *app) calmDown() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.calm = true
}

// close ends the process and the proxy.
func (a *app) close() {
	if a == nil { // the world wasn't prepared
		return
	}
	a.process.Kill()
	a.proxy.Close()
}

// Faults on the way to the application.
const (
	appRefuses = iota + 1
	appLoses   // accepted, but the reply gets lost
	appWaits
)

func (a *app) fault() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.calm {
		return 0
	}
	return a.rand.IntN(30) // one in thirty for each of the three
}

// pass forwards an event to the application.
func (a *app) pass(w http.ResponseWriter, r *http.Request) {
	fault := a.fault()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the sending worker was killed
	}
	switch fault {
	case appRefuses:
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	case appWaits:
		pause(r.Context(), 300*time.Millisecond)
	}
	status := a.hand(r.Context(), r.Header, body)
	if fault == appLoses {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(status)
}

func (a *app) hand(ctx context.Context, header http.Header, body []byte) int {
	req, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodPost, a.address, bytes.NewReader(body))
	if err != nil {
		return http.StatusInternalServerError
	}
	req.Header = header.Clone()
	res, err := a.client.Do(req)
	if err != nil {
		return http.StatusBadGateway // the application is down
	}
	_ = res.Body.Close()
	if res.StatusCode < http.StatusMultipleChoices {
		a.note(body)
	}
	return res.StatusCode
}

// note records an accepted event.
func (a *app) note(body []byte) {
	var e integration.Event
	if json.Unmarshal(body, &e) != nil {
		return // the application rejects it, too
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.taken[e.ID] {
		a.twice++
		return
	}
	a.taken[e.ID] = true
	before := a.last[e.Subject]
	if e.Position < before.position {
		a.late[e.ID] = fmt.Sprintf("event %d (%s) of %s was first taken after event %d", e.Position, e.Type, e.Subject, before.position)
		return
	}
	a.last[e.Subject] = delivered{e.ID, e.Position}
}

// place is a subscription seat as the application stores it.
type place struct {
	Subscription string
	Account      *string
	State        string
	Package      int
	EndsAt       time.Time
	Renews       bool
}

func (p place) String() string {
	account := "nobody"
	if p.Account != nil {
		account = *p.Account
	}
	return fmt.Sprintf("%s has package %d, %s, until %s, renews: %t", account, p.Package, p.State, p.EndsAt.UTC().Format(time.RFC3339Nano), p.Renews)
}

// entitlements returns the application's seats.
func (a *app) entitlements(ctx context.Context) (map[string]place, error) {
	if err := a.process.Answers(ctx, a.address); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.address, nil)
	if err != nil {
		return nil, fmt.Errorf("chaos: %w", err)
	}
	res, err := a.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("chaos: entitlements: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	var all []place
	if err := json.NewDecoder(res.Body).Decode(&all); err != nil {
		return nil, fmt.Errorf("chaos: entitlements: %w", err)
	}
	out := map[string]place{}
	for _, p := range all {
		if _, double := out[p.Subscription]; double {
			return nil, errors.New("chaos: the application has two rows for one place")
		}
		out[p.Subscription] = p
	}
	return out, nil
}

// compareHost compares the application's seats with ours, and the events it accepted with those that happened.
func (w *world) compareHost(ctx context.Context, f *Figures) error {
	theirs, err := w.app.entitlements(ctx)
	if err != nil {
		return err
	}
	rows, err := w.pool.Query(ctx, "SELECT host_subscription(id) FROM subscription_seats")
	if err != nil {
		return fmt.Errorf("chaos: places: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var s integration.Subscription
		if err := rows.Scan(&s); err != nil {
			return fmt.Errorf("chaos: places: %w", err)
		}
		ours := place{s.SubscriptionID, s.AccountID, s.State, s.PackageID, s.EndsAt, s.Renews}
		if has := theirs[s.SubscriptionID]; has.String() != ours.String() {
			f.fault(&f.HostDifferent, "place %s: %s; the host: %s", s.SubscriptionID, ours, has)
		}
		delete(theirs, s.SubscriptionID)
	}
	for id, has := range theirs {
		f.fault(&f.HostDifferent, "place %s isn't ours; the host: %s", id, has)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("chaos: places: %w", err)
	}
	return w.compareEvents(ctx, f)
}

// unsentEvents is the SQL expression for the number of events and deliveries on their way to the application.
const unsentEvents = `(SELECT count(*) FROM host_outbox) + (SELECT count(*) FROM host_deliveries WHERE state = 'pending')`

// compareEvents counts the events that the application never accepted, or accepted in another order.
func (w *world) compareEvents(ctx context.Context, f *Figures) error {
	a := w.app
	a.mu.Lock()
	defer a.mu.Unlock()
	f.HostKills, f.HostEvents, f.HostTwice = a.kills, len(a.taken), a.twice
	for _, what := range a.late {
		f.fault(&f.HostUnordered, "%s", what)
	}
	var unsent int
	if err := w.pool.QueryRow(ctx, "SELECT "+unsentEvents).Scan(&unsent); err != nil {
		return fmt.Errorf("chaos: events that weren't sent: %w", err)
	}
	if unsent > 0 {
		f.fault(&f.HostLost, "%d events and deliveries wait to be sent, and nothing fails any more", unsent)
	}
	rows, err := w.pool.Query(ctx, "SELECT id::text, kind, position FROM host_events ORDER BY position")
	if err != nil {
		return fmt.Errorf("chaos: events: %w", err)
	}
	defer rows.Close()
	var all int
	for rows.Next() {
		var id, kind string
		var position int64
		if err := rows.Scan(&id, &kind, &position); err != nil {
			return fmt.Errorf("chaos: events: %w", err)
		}
		all++
		if !a.taken[id] {
			f.fault(&f.HostLost, "the host never took event %d (%s)", position, kind)
		}
	}
	if all < len(a.taken) {
		f.fault(&f.HostLost, "the host took %d events, and %d are known", len(a.taken), all)
	}
	return rows.Err()
}
