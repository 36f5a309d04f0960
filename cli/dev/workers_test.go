package dev

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// A clock that runs forward by two concurrent callers renews a subscription once, beside the worker in the background, which works again afterwards.
func TestClockRunsForward(t *testing.T) {
	t.Parallel()
	clock := &devClock{}
	env := sdktest.New(t, sdktest.WithConnections(10), sdktest.WithConfig(func(c *sdk.Config) { c.Clock = clock }))
	env.Join(t)
	starts := 0
	w, err := startWorkers(t.Context(), workers{client: env.Client, pool: env.Pool, clock: clock, start: func(ctx context.Context) (*jobs.Worker, error) {
		starts++
		worker, err := jobs.New(env.Client, env.Pool, jobs.Options{})
		if err != nil {
			return nil, err
		}
		return worker, worker.Start(ctx)
	}})
	if err != nil {
		t.Fatal(err)
	}
	to := clock.Now().AddDate(1, 0, 1)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if ran, err := w.run(t.Context(), to); err != nil || len(ran.Failed) > 0 {
				t.Errorf("%+v, %v", ran, err)
			}
		})
	}
	both.Wait()
	if now := clock.Now(); now.Before(to) || now.After(to.Add(time.Hour)) {
		t.Errorf("the clock is at %s, want %s", now, to)
	}
	kinds := map[email.Kind]int{}
	for _, m := range env.Mailbox.Mails() {
		kinds[m.Kind]++
	}
	if kinds[email.RenewalNotice] != 2 || kinds[email.Receipt] != 2 || starts != 3 {
		t.Errorf("mails %v, worker started %d times; want two notices, two receipts, 3 starts", kinds, starts)
	}

	env.Mailbox.Fail(errors.New("mail server is away"))
	env.Pay(t, env.SignUp(t))
	ran, err := w.run(t.Context(), clock.Now())
	if err != nil || !slices.ContainsFunc(ran.Failed, func(f string) bool { return strings.Contains(f, "mail server is away") }) {
		t.Errorf("failed jobs aren't listed: %+v, %v", ran, err)
	}

	hungUp, hangUp := context.WithCancel(t.Context())
	hangUp()
	if _, err := w.run(hungUp, to.AddDate(1, 0, 0)); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled call: %v", err)
	}
	if err := w.stop(t.Context()); err != nil {
		t.Error(err)
	}
	if ran, err := w.run(t.Context(), to); !errors.Is(err, context.Canceled) || ran.Jobs != 0 {
		t.Errorf("after the end: %+v, %v", ran, err)
	}
}
