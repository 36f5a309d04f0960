package sdk_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Counts that come while one is at the database go together in one statement, and each is told what it would have
// been told alone. Who gives up waiting takes nobody's count along.
func TestCountWriteTogether(t *testing.T) {
	t.Parallel()
	env, noted := traced(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Writes = sdk.Limit{Count: 4, Per: time.Minute} }))
	block, err := env.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := block.Exec(t.Context(), "LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}

	const refused = -1
	var mu sync.Mutex
	remaining := map[string][]int{}
	var all sync.WaitGroup
	count := func(ctx context.Context, addr string) error {
		state, err := env.Client.CountWrite(ctx, addr)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err == nil:
			remaining[addr] = append(remaining[addr], state.Remaining)
		case errors.Is(err, sdk.TooManyTries):
			remaining[addr] = append(remaining[addr], refused)
		}
		return err
	}
	start := func(addr string, waiting int) {
		t.Helper()
		all.Go(func() {
			if err := count(t.Context(), addr); err != nil && !errors.Is(err, sdk.TooManyTries) {
				t.Errorf("%s: %v", addr, err)
			}
		})
		for env.Client.WritesWaitingForTest() != waiting {
			time.Sleep(time.Millisecond)
		}
	}
	start("192.0.2.1", 0)
	for i, addr := range []string{"192.0.2.1", "192.0.2.2", "192.0.2.2", "192.0.2.2", "192.0.2.2", "192.0.2.2", "192.0.2.2", "192.0.2.3"} {
		start(addr, i+1)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if err := count(gone, "192.0.2.4"); !errors.Is(err, context.Canceled) {
		t.Errorf("who gave up was told %v", err)
	}
	if err := block.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	all.Wait()

	for _, states := range remaining {
		slices.Sort(states)
	}
	want := map[string][]int{"192.0.2.1": {2, 3}, "192.0.2.2": {refused, refused, 0, 1, 2, 3}, "192.0.2.3": {3}}
	if diff := cmp.Diff(want, remaining); diff != "" {
		t.Errorf("what each was told (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"CountEvents", "CountEvents"}, noted.take()); diff != "" {
		t.Errorf("statements (-want +got):\n%s", diff)
	}
}

// callKey marks the context of a test's call.
type callKey struct{}

// callsTracer notes under which call each statement is sent.
type callsTracer struct {
	mu    sync.Mutex
	calls []any
}

func (c *callsTracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	if call := ctx.Value(callKey{}); call != nil {
		c.calls = append(c.calls, call)
	}
	return ctx
}

func (*callsTracer) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// What goes together is sent under the first call in it, and under none before: else a server that is never idle would
// keep its first call's context for good.
func TestCountWriteBelongsToItsCalls(t *testing.T) {
	t.Parallel()
	calls := &callsTracer{}
	env := tracedBy(t, calls, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Writes = sdk.Limit{Count: 4, Per: time.Minute} }))
	block, err := env.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := block.Exec(t.Context(), "LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for waiting, name := range []string{"first", "second", "third"} {
		all.Go(func() {
			if _, err := env.Client.CountWrite(context.WithValue(t.Context(), callKey{}, name), "192.0.2.1"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
		for env.Client.WritesWaitingForTest() != waiting {
			time.Sleep(time.Millisecond)
		}
	}
	if err := block.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	calls.mu.Lock()
	if diff := cmp.Diff([]any{"first", "second"}, calls.calls); diff != "" {
		t.Errorf("the calls that statements were sent under (-want +got):\n%s", diff)
	}
	calls.mu.Unlock()
}

// brokenClock panics the first time that it is asked.
type brokenClock struct {
	*sdktest.Clock
	asked atomic.Bool
}

func (c *brokenClock) Now() time.Time {
	if !c.asked.Swap(true) {
		panic("a clock's mistake")
	}
	return c.Clock.Now()
}

// A panic on the way fails the calls in it, and not the process.
func TestCountWritePanics(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Writes = sdk.Limit{Count: 4, Per: time.Minute} }))
	changed := env.Config
	changed.Clock = &brokenClock{Clock: env.Clock}
	client := env.NewClient(t, changed)
	if _, err := client.CountWrite(t.Context(), "192.0.2.1"); err == nil {
		t.Error("a call that wasn't counted got through")
	}
	if _, err := client.CountWrite(t.Context(), "192.0.2.1"); err != nil {
		t.Errorf("after a panic: %v", err)
	}
}

// A sweep leaves a window alone that is being opened anew: it never waits for what counts several at once.
func TestSweepLeavesCountedWindows(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Writes = sdk.Limit{Count: 4, Per: time.Minute} }))
	for _, addr := range []string{"192.0.2.1", "192.0.2.2"} {
		if _, err := env.Client.CountWrite(t.Context(), addr); err != nil {
			t.Fatal(err)
		}
	}
	env.Clock.Advance(time.Hour)
	counting, err := env.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := counting.Exec(t.Context(), "SELECT FROM rate_limits ORDER BY subject LIMIT 1 FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	swept, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if n, err := db.New(env.Pool).DeleteOldRateLimits(swept, env.Clock.Now(), 10); n != 1 || err != nil {
		t.Errorf("swept %d windows (%v), want the one that nobody holds", n, err)
	}
	if err := counting.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Where the counts can't be kept, no call gets through, and it gets through again once they can.
func TestCountWriteFails(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Writes = sdk.Limit{Count: 4, Per: time.Minute} }))
	rename := func(from, to string) {
		t.Helper()
		if _, err := env.Pool.Exec(t.Context(), "ALTER TABLE "+from+" RENAME TO "+to); err != nil {
			t.Fatal(err)
		}
	}
	rename("rate_limits", "away")
	if _, err := env.Client.CountWrite(t.Context(), "192.0.2.1"); err == nil {
		t.Error("a call that wasn't counted got through")
	}
	rename("away", "rate_limits")
	if _, err := env.Client.CountWrite(t.Context(), "192.0.2.1"); err != nil {
		t.Error(err)
	}
}
