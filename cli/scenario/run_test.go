package scenario

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// serverOf answers start-up data of an environment, and a message to every other call.
func serverOf(t *testing.T, environment string) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/bootstrap" {
			_, _ = io.WriteString(w, `{"environment":"`+environment+`","payment":{"provider":"sandbox"}}`)
			return
		}
		_, _ = io.WriteString(w, `{"for":"`+r.Header.Get("Anonymous-Id")+`","path":"`+r.URL.Path+`"}`)
	}))
	t.Cleanup(server.Close)
	return server
}

// Production refuses the steps for development, in words, before their first call.
func TestProductionRefusesDevelopment(t *testing.T) {
	t.Parallel()
	server := serverOf(t, "production")
	for name, step := range map[string]Step{
		"call": {Call: &Call{Path: "/"}}, "clock": {Clock: &Clock{Plus: "1d"}}, "jobs": {Jobs: "drain"}, "fault": {Fault: &Fault{}}, "mail": {Mail: &Mail{}},
		"events": {Events: &Events{}}, "ledger": {Ledger: &struct{}{}}, "wait": {Wait: &Await{Limit: "1ns"}},
	} {
		got := (&Scenario{Steps: []Step{step}}).Run(t.Context(), 1, Options{Server: server.URL})
		want := []string{"the step " + name + " is refused in production: run it against a development server"}
		if diff := cmp.Diff(want, got.Steps[0].Failures); diff != "" {
			t.Errorf("failures (-want +got):\n%s", diff)
		}
	}
}

// A failed step has its place and its last call; the steps after it are listed.
func TestFailedRun(t *testing.T) {
	t.Parallel()
	server := serverOf(t, "development")
	at := func(line int) Position { return Position{File: "a.yaml", Line: line} }
	s := &Scenario{Steps: []Step{
		{At: at(1), Call: &Call{Path: "/v1/one"}, Capture: map[string]string{"path": "$.path"}},
		{At: at(2), Call: &Call{Path: "/v1/two{{path}}"}, Assert: []Assertion{{Path: "$.path", Matches: "three"}}},
		{At: at(3), Read: &struct{}{}},
	}}
	got := s.Run(t.Context(), 1, Options{Server: server.URL})
	failed := got.Steps[1]
	answered := failed.Exchange.Answered
	failed.Exchange.Answered, failed.Millis = "", 0
	want := StepResult{
		Step: 2, Action: "call", At: at(2), Status: 200, Failures: []string{`expected $.path to match three, got "/v1/two/v1/one"`},
		Exchange: &Exchange{Method: "GET", URL: server.URL + "/v1/two/v1/one", Status: 200},
	}
	if diff := cmp.Diff(want, failed); diff != "" {
		t.Errorf("failed step (-want +got):\n%s", diff)
	}
	if answered == "" || got.OK {
		t.Errorf("answer %q, ok %v", answered, got.OK)
	}
	if diff := cmp.Diff([]Skipped{{Step: 3, Action: "read", At: at(3)}}, got.Skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
}

// A failed assertion has a place of its own, also when the step's placeholders were replaced.
func TestPlaceOfFailedAssertion(t *testing.T) {
	t.Parallel()
	server := serverOf(t, "development")
	s := load(t, "name: A\nsteps:\n  - call: { path: \"/v1/{{unique}}\" }\n    assert:\n      - { path: $.path, matches: one|v1 }\n"+
		"      - { path: $.path, equals: \"{{digits}}\" }\n", nil)[0]
	got := s.Run(t.Context(), 1, Options{Server: server.URL}).Steps[0]
	if diff := cmp.Diff([]Position{{"test.yaml", 3, 5}, {"test.yaml", 6, 9}}, []Position{got.At, got.FailedAt}); diff != "" {
		t.Errorf("places of the step and its failure (-want +got):\n%s\n%s", diff, got.Failures)
	}
}

// A run out of time names the mail that its step awaited.
func TestAwaitedAtTheEnd(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	t.Cleanup(cancel)
	err := (&run{}).arrived(ctx, nil, false, "mails dispute to a@example.com", func() (n int, got string, err error) {
		return 0, `the mails to this address are ["invitation"]`, nil
	})
	want := `the run's time was over during the step mail: expected mails dispute to a@example.com, too few came: the mails to this address are ["invitation"]`
	if got := outOfTime(ctx, Step{Mail: &Mail{}}, err); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// Each person is another visitor; captured values are shared.
func TestPeople(t *testing.T) {
	t.Parallel()
	server := serverOf(t, "development")
	step := func(as, name string) Step {
		return Step{As: as, Call: &Call{Path: "/"}, Capture: map[string]string{name: "$.for"}}
	}
	same := func(as, name string) Step {
		return Step{As: as, Call: &Call{Path: "/"}, Assert: []Assertion{{Path: "$.for", Equals: []byte(`"{{` + name + `}}"`)}}}
	}
	s := &Scenario{Steps: []Step{step("ada", "ada"), step("ben", "ben"), same("ada", "ada"), same("", "ada"), same("ben", "ben"), same("ben", "ada")}}
	got := s.Run(t.Context(), 1, Options{Server: server.URL})
	if n := len(got.Steps); n != 6 || got.Steps[5].OK || !got.Steps[4].OK {
		t.Errorf("%+v", got.Steps)
	}
}

// A run out of time says so, in the step that it reached.
func TestRunOutOfTime(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(server.Close)
	s := &Scenario{Timeout: time.Millisecond, Steps: []Step{{Call: &Call{Path: "/"}}}}
	got := s.Run(t.Context(), 1, Options{Server: server.URL})
	want := []string{"the run's time was over during the step call: raise the timeout, or look at the step's last call"}
	if diff := cmp.Diff(want, got.Steps[0].Failures); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got = s.Run(ctx, 1, Options{Server: server.URL})
	if diff := cmp.Diff([]string{"the run was canceled during the step call"}, got.Steps[0].Failures); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
}
