package signup

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/cli/scenario"
)

func TestRetry(t *testing.T) {
	t.Parallel()
	bad := scenario.Result{Failures: []string{"bad"}}
	for name, tc := range map[string]struct {
		retries int
		results []scenario.Result
		want    outcome
	}{
		"passed":              {2, []scenario.Result{{OK: true}}, outcome{Result: scenario.Result{OK: true}, Try: 1}},
		"passed at try 2":     {2, []scenario.Result{bad, {OK: true}}, outcome{Result: scenario.Result{OK: true}, Try: 2, First: &bad}},
		"failed all tries":    {1, []scenario.Result{bad, {Failures: []string{"worse"}}}, outcome{Result: scenario.Result{Failures: []string{"worse"}}, Try: 2, First: &bad}},
		"failed, one try":     {0, []scenario.Result{bad}, outcome{Result: bad, Try: 1}},
		"the first is kept":   {2, []scenario.Result{bad, {}, {OK: true}}, outcome{Result: scenario.Result{OK: true}, Try: 3, First: &bad}},
		"no try after a pass": {5, []scenario.Result{bad, {OK: true}}, outcome{Result: scenario.Result{OK: true}, Try: 2, First: &bad}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			left := tc.results
			got := retry(t.Context(), tc.retries, func() scenario.Result {
				next := left[0]
				left = left[1:]
				return next
			})
			if diff := cmp.Diff(tc.want, got, cmp.AllowUnexported(outcome{})); diff != "" || len(left) != 0 {
				t.Errorf("%d tries left; outcome (-want +got):\n%s", len(left), diff)
			}
		})
	}
}

// The shorter of both timeouts ends a run on a server that doesn't answer, and its failure names it.
func TestTimeout(t *testing.T) {
	t.Parallel()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // net/http notices the end of a call once its body is read
		<-r.Context().Done()
	}))
	t.Cleanup(silent.Close)
	for name, tc := range map[string]struct {
		own, flag time.Duration
		want      string
	}{
		"the flag's":          {0, 20 * time.Millisecond, "not done after 20ms (--timeout)"},
		"the file's, shorter": {20 * time.Millisecond, time.Hour, "not done after 20ms (the file's timeout)"},
		"the flag's, shorter": {time.Hour, 20 * time.Millisecond, "not done after 20ms (--timeout)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &scenario.Scenario{Name: "Slow", Timeout: tc.own, Steps: []scenario.Step{{Parent: &scenario.Person{}}}}
			got := timed(t.Context(), job{s, 1}, tc.flag, scenario.Options{Server: silent.URL})
			want := []scenario.StepResult{{Step: 1, Action: "parent", Failures: []string{
				tc.want, "the run's time was over during the step parent: raise the timeout, or look at the step's last call",
			}}}
			if diff := cmp.Diff(want, got.Steps, cmpopts.IgnoreFields(scenario.StepResult{}, "Millis", "At", "Exchange", "Repeats")); diff != "" {
				t.Errorf("steps (-want +got):\n%s", diff)
			}
		})
	}
}
