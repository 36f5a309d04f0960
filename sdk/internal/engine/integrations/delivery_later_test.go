package integrations_test

import (
	"bytes"
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// watched is an integration with a step before each message is answered.
type watched struct {
	app
	before func(context.Context, integration.Message)
}

func (s *watched) Send(ctx context.Context, m integration.Message) (int, error) {
	if s.before != nil {
		s.before(ctx, m)
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	return s.app.Send(ctx, m)
}

func withWatched(s *watched) sdktest.Option {
	return sdktest.WithConfig(func(c *sdk.Config) { c.Integration = integration.Config{Sender: s} })
}

// While one worker sends an event, another finds nothing to do, until the first one's lease has ended.
func TestOneWorkerSendsAnEvent(t *testing.T) {
	t.Parallel()
	s := &watched{}
	w := fixture.NewTill(t, withWatched(s))
	e := addEndpoint(t, w.Client, integration.EndpointInput{Kinds: []string{"order.placed"}})
	off, on := false, true
	run[*integration.Endpoint](t)(w.Client.Integration.ChangeEndpoint(t.Context(), e.ID, integration.EndpointChange{Enabled: &off}, "en"))
	w.Subscribe(t, fixture.Kept)
	run[*integration.Endpoint](t)(w.Client.Integration.ChangeEndpoint(t.Context(), e.ID, integration.EndpointChange{Enabled: &on}, "en"))

	stopped, stop := context.WithCancel(t.Context())
	beside := -1
	s.before = func(context.Context, integration.Message) {
		s.before = nil
		beside = run[int](t)(w.Client.Integration.Deliver(t.Context(), e.ID))
		stop()
	}
	first := run[int](t)(w.Client.Integration.Deliver(stopped, e.ID))
	w.Clock.Advance(integration.DefaultLease - time.Second)
	early := run[int](t)(w.Client.Integration.Deliver(t.Context(), e.ID))
	w.Clock.Advance(time.Second)
	late := run[int](t)(w.Client.Integration.Deliver(t.Context(), e.ID))
	if diff := cmp.Diff([]int{1, 0, 0, 1}, []int{first, beside, early, late}); diff != "" {
		t.Errorf("the worker that dies, one beside it, one before its lease ends, and one after (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"order.placed"}, s.types()); diff != "" {
		t.Errorf("arrived (-want +got):\n%s", diff)
	}
}

// An endpoint that returned 410 gets no events. Once an operator enables it, it gets the refused one and the next ones immediately.
func TestGoneEndpointIsEnabledAgain(t *testing.T) {
	t.Parallel()
	a := &app{answer: func(integration.Event) int { return 410 }}
	w := fixture.NewTill(t, withApp(a))
	e := addEndpoint(t, w.Client, integration.EndpointInput{Kinds: []string{"order.placed", "family.joined"}})
	w.Subscribe(t, fixture.Kept)
	a.answer = nil
	w.Work(t)
	gone := run[*integration.Endpoint](t)(w.Client.Integration.Endpoint(t.Context(), e.ID))
	if got := a.types(); gone.State != "gone" || gone.Figures.Pending != 2 || len(got) > 0 {
		t.Errorf("after 410 it is %s with %+v, and got %q", gone.State, gone.Figures, got)
	}
	on := true
	run[*integration.Endpoint](t)(w.Client.Integration.ChangeEndpoint(t.Context(), e.ID, integration.EndpointChange{Enabled: &on}, "en"))
	w.Work(t)
	if diff := cmp.Diff([]string{"family.joined", "order.placed"}, slices.Sorted(slices.Values(a.types()))); diff != "" {
		t.Errorf("once it is enabled (-want +got):\n%s", diff)
	}
}

// A dead event that is sent again gets all its tries again.
func TestReplayedEventIsTriedAgain(t *testing.T) {
	t.Parallel()
	a := &app{answer: func(integration.Event) int { return 500 }}
	w := fixture.NewTill(t, withApp(a))
	e := addEndpoint(t, w.Client, integration.EndpointInput{Kinds: []string{"order.placed"}})
	w.Subscribe(t, fixture.Kept)
	figures := func() integration.Figures {
		f := run[*integration.Endpoint](t)(w.Client.Integration.Endpoint(t.Context(), e.ID)).Figures
		f.Lag = 0
		return f
	}
	for range 40 {
		w.Clock.Advance(6 * time.Hour)
		w.Work(t)
	}
	if diff := cmp.Diff(integration.Figures{Dead: 1}, figures()); diff != "" {
		t.Errorf("after ten days (-want +got):\n%s", diff)
	}
	dead := run[[]integration.Delivery](t)(w.Client.Integration.Dead(t.Context(), e.ID, 0, 0))
	run[int](t)(w.Client.Integration.Replay(t.Context(), e.ID, integration.Replay{EventID: dead[0].EventID}))
	w.Work(t)
	if diff := cmp.Diff(integration.Figures{Pending: 1, Retried: 1}, figures()); diff != "" {
		t.Errorf("after the first try of the replay (-want +got):\n%s", diff)
	}
	a.answer = nil
	w.Clock.Advance(integration.DefaultPause)
	w.Work(t)
	if diff := cmp.Diff([]string{"order.placed"}, a.types()); diff != "" || figures() != (integration.Figures{}) {
		t.Errorf("after the second, figures %+v (-want +got):\n%s", figures(), diff)
	}
}

// During the day in which two secrets of an endpoint sign, a new server secret seals both. Later, only the new one signs.
func TestBothSecretsAreSealedAnew(t *testing.T) {
	t.Parallel()
	s := &watched{}
	w := fixture.NewTill(t, withWatched(s))
	e := addEndpoint(t, w.Client, integration.EndpointInput{Kinds: []string{"order.placed"}})
	old := secret.Secret(e.Secret)
	newer := secret.Secret(run[*integration.Endpoint](t)(w.Client.Integration.ChangeEndpoint(t.Context(), e.ID, integration.EndpointChange{Rotate: true}, "en")).Secret)
	first, second := w.Config.Secrets.Server, bytes.Repeat([]byte("next"), 8)
	cfg := w.Config
	cfg.Secrets = secret.Secrets{KeyID: 2, Server: second, Old: map[uint8][]byte{1: first}}
	if _, err := w.NewClient(t, cfg).Operate.Rekey(t.Context()); err != nil {
		t.Fatal(err)
	}
	cfg.Secrets.Old = nil
	finished := w.NewClient(t, cfg)
	signed := func() (by []secret.Secret) {
		s.before = func(_ context.Context, m integration.Message) { by = m.Secrets }
		run[*integration.TestResult](t)(finished.Integration.SendTest(t.Context(), e.ID))
		return by
	}
	if diff := cmp.Diff([]secret.Secret{newer, old}, signed()); diff != "" {
		t.Errorf("signed by (-want +got):\n%s", diff)
	}
	w.Clock.Advance(fixture.Day)
	if diff := cmp.Diff([]secret.Secret{newer}, signed()); diff != "" {
		t.Errorf("a day later, signed by (-want +got):\n%s", diff)
	}
}

// The figures of an endpoint count its events that wait, those tried more than once, and dead ones; the lag is the age of the oldest. Dead events
// are listed newest first, in pages.
func TestFiguresOfAFailingEndpoint(t *testing.T) {
	t.Parallel()
	a := &app{answer: func(integration.Event) int { return 500 }}
	w := fixture.NewTill(t, withApp(a))
	e := addEndpoint(t, w.Client, integration.EndpointInput{Kinds: []string{"order.placed"}})
	figures := func() integration.Figures {
		return run[*integration.Endpoint](t)(w.Client.Integration.Endpoint(t.Context(), e.ID)).Figures
	}
	enable := func(to bool) {
		run[*integration.Endpoint](t)(w.Client.Integration.ChangeEndpoint(t.Context(), e.ID, integration.EndpointChange{Enabled: &to}, "en"))
	}
	enable(false)
	w.Subscribe(t, fixture.Kept)
	got := []integration.Figures{figures()}
	enable(true)
	w.Work(t)
	got = append(got, figures())
	w.Clock.Advance(time.Hour)
	enable(false)
	w.Subscribe(t, fixture.Kept)
	got = append(got, figures())
	enable(true)
	for range 44 {
		w.Clock.Advance(6 * time.Hour)
		w.Work(t)
	}
	got = append(got, figures())
	want := []integration.Figures{{Pending: 1}, {Pending: 1, Retried: 1}, {Pending: 2, Retried: 1, Lag: time.Hour}, {Dead: 2}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("before a try, after it, with a new event an hour later, and after eleven days (-want +got):\n%s", diff)
	}
	dead := run[[]integration.Delivery](t)(w.Client.Integration.Dead(t.Context(), e.ID, 0, 0))
	if len(dead) != 2 || dead[0].Position <= dead[1].Position {
		t.Fatalf("dead: %+v; want two, newest first", dead)
	}
	if diff := cmp.Diff(dead[1:], run[[]integration.Delivery](t)(w.Client.Integration.Dead(t.Context(), e.ID, dead[0].Position, 1))); diff != "" {
		t.Errorf("the page after the newest (-want +got):\n%s", diff)
	}
}
