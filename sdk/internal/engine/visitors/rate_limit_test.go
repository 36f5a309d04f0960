package visitors_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestCountWrite(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Writes = caller.Limit{Count: 2, Per: time.Minute} }))
	count := func(addr string) (caller.LimitState, bool) {
		t.Helper()
		state, err := env.Client.Visitor.CountWrite(t.Context(), addr)
		if err != nil && !errors.Is(err, fault.TooManyTries) {
			t.Fatal(err)
		}
		return state, err == nil
	}
	for _, step := range []struct {
		after time.Duration
		addr  string
		want  caller.LimitState
		ok    bool
	}{
		{0, "192.0.2.1", caller.LimitState{Limit: 2, Remaining: 1, Reset: time.Minute}, true},
		{20 * time.Second, "192.0.2.1", caller.LimitState{Limit: 2, Remaining: 0, Reset: 40 * time.Second}, true},
		{0, "192.0.2.1", caller.LimitState{Limit: 2, Remaining: 0, Reset: 40 * time.Second}, false},
		{0, "192.0.2.1", caller.LimitState{Limit: 2, Remaining: 0, Reset: 40 * time.Second}, false},
		{0, "192.0.2.2", caller.LimitState{Limit: 2, Remaining: 1, Reset: time.Minute}, true},
		{0, "", caller.LimitState{}, true},
		{40 * time.Second, "192.0.2.1", caller.LimitState{Limit: 2, Remaining: 1, Reset: time.Minute}, true},
	} {
		env.Clock.Advance(step.after)
		got, ok := count(step.addr)
		if diff := cmp.Diff(step.want, got); diff != "" || ok != step.ok {
			t.Errorf("%q: allowed %v, want %v (-want +got):\n%s", step.addr, ok, step.ok, diff)
		}
	}
	if n := fixture.CountRows(t, env, "rate_limits WHERE position('192.0.2'::bytea IN subject) > 0"); n != 0 {
		t.Error("an address is stored in clear")
	}
}

// Servers share the limit: two clients on one database have one count.
func TestCountWriteAtOnce(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Writes = caller.Limit{Count: 10, Per: time.Minute} }))
	clients := []*sdk.Client{env.Client, env.NewClient(t, env.Config)}
	var allowed atomic.Int32
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			if _, err := clients[i%2].Visitor.CountWrite(t.Context(), "192.0.2.9"); err == nil {
				allowed.Add(1)
			}
		})
	}
	wg.Wait()
	if got := allowed.Load(); got != 10 {
		t.Errorf("%d of 40 were allowed, want 10", got)
	}
}

// While counts can't be stored, every call fails. Calls succeed again afterwards.
func TestCountWriteFails(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Writes = caller.Limit{Count: 4, Per: time.Minute} }))
	rename := func(from, to string) {
		t.Helper()
		if _, err := env.Pool.Exec(t.Context(), "ALTER TABLE "+from+" RENAME TO "+to); err != nil {
			t.Fatal(err)
		}
	}
	rename("rate_limits", "away")
	if _, err := env.Client.Visitor.CountWrite(t.Context(), "192.0.2.1"); err == nil {
		t.Error("a call that wasn't counted got through")
	}
	rename("away", "rate_limits")
	if _, err := env.Client.Visitor.CountWrite(t.Context(), "192.0.2.1"); err != nil {
		t.Error(err)
	}
}
