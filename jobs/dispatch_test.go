package jobs_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// The addresses of three applications.
const (
	goodApp = "https://good.example.com/hook"
	hungApp = "https://hung.example.com/hook" // accepts calls without ever responding
	deadApp = "https://dead.example.com/hook"
)

// apps counts the calls of each application.
type apps struct {
	good       chan string // types
	held, dead atomic.Int64
	most       atomic.Int64 // held concurrently; a call that timed out is repeated
	release    chan struct{}
}

func (*apps) Permit(string) error                 { return nil }
func (*apps) Reach(context.Context, string) error { return nil }

func (a *apps) Send(ctx context.Context, m integration.Message) (int, error) {
	switch m.URL {
	case hungApp:
		now := a.held.Add(1)
		defer a.held.Add(-1)
		for most := a.most.Load(); now > most && !a.most.CompareAndSwap(most, now); most = a.most.Load() {
		}
		select {
		case <-a.release:
		case <-ctx.Done():
		}
		return 0, errors.New("no answer")
	case deadApp:
		a.dead.Add(1)
		return 0, errors.New("the connection failed")
	}
	a.good <- m.ID
	return 200, nil
}

// An application that never responds and one that is down delay neither sign-ups, mails nor the third application's events. They hold at most eight
// calls of a worker. Their missed events wait for them.
func TestSlowApplicationsDelayNoOthers(t *testing.T) {
	t.Parallel()
	a := &apps{good: make(chan string, 1000), release: make(chan struct{})}
	env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { c.Integration.Sender = a }))
	ids := map[string]string{}
	for _, address := range []string{hungApp, deadApp, goodApp} {
		added, err := env.Client.Integration.AddEndpoint(t.Context(), integration.EndpointInput{URL: address}, "en")
		if err != nil {
			t.Fatal(err)
		}
		ids[address] = added.ID
	}
	const signups, waiting = 12, 9 // more events than are sent to an application concurrently
	for i := range signups {
		if i == waiting {
			startWorker(t, env, jobs.Options{EventsEvery: 10 * time.Millisecond})
			t.Cleanup(func() { close(a.release) }) // runs first: release held calls before the worker stops
		}
		env.Pay(t, env.SignUp(t))
	}
	var delivered, mailed int
	for deadline := time.After(time.Minute); mailed < signups || delivered < 4*signups || a.most.Load() == 0 || a.dead.Load() < signups; {
		select {
		case <-a.good:
			delivered++
		case <-time.After(10 * time.Millisecond):
			mailed = 0
			for _, m := range env.Mailbox.Mails() {
				if m.Kind == email.Receipt {
					mailed++
				}
			}
		case <-deadline:
			t.Fatalf("of %d sign-ups, %d receipts were mailed, and the responding application got %d events (%d held, %d refused)", signups, mailed, delivered, a.most.Load(), a.dead.Load())
		}
	}
	if held := a.most.Load(); held != 8 {
		t.Errorf("the unresponsive application holds %d calls, want 8", held)
	}
	for address, want := range map[string]bool{hungApp: true, deadApp: true, goodApp: false} {
		endpoint, err := env.Client.Integration.Endpoint(t.Context(), ids[address])
		if err != nil {
			t.Fatal(err)
		}
		if waits := endpoint.Figures.Pending >= delivered; waits != want {
			t.Errorf("for %s %d events wait of %d", address, endpoint.Figures.Pending, delivered)
		}
	}
}
