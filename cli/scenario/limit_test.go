package scenario

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// limited refuses a call for some seconds, like a development server.
func limited(seconds string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.Header().Set("Retry-After", seconds)
		w.Header().Set("Limited-By", "limits.writes")
		status(http.StatusTooManyRequests, `{"code":"too_many_tries"}`)(w)
	}
}

// A short wait at a limit is reported, and the run goes on. A long one ends it, with the name of the limit.
func TestRunsNameTheirLimit(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		way      func(http.ResponseWriter)
		waits    []string
		failures []string
	}{
		"a short wait": {limited("1"), []string{"waiting 1s: stopped by the limit limits.writes"}, nil},
		"a long wait": {
			limited("3600"), nil,
			[]string{"expected success, got problem too_many_tries (status 429)", "stopped by the limit limits.writes; raise it in cojoin.yaml, or run again in 1h0m0s"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(&failing{ways: []func(http.ResponseWriter){tc.way}})
			t.Cleanup(server.Close)
			var waits []string
			s := &Scenario{Name: "Limited", Steps: []Step{{Parent: &Person{}}}}
			got := s.Run(t.Context(), 1, Options{Server: server.URL, Waiting: func(w Wait) { waits = append(waits, w.String()) }})
			if diff := cmp.Diff([][]string{tc.waits, tc.failures}, [][]string{waits, got.Steps[0].Failures}); diff != "" {
				t.Errorf("waits and failures (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWaitInWords(t *testing.T) {
	t.Parallel()
	for want, w := range map[string]Wait{
		"waiting 20s: stopped by the limit limits.writes":                         {429, "limits.writes", 20 * time.Second},
		"waiting 20s: stopped by a limit of the server (its setting limits)":      {429, "", 20 * time.Second},
		"tried for 6s and trying on: stopped by the limit calls, callsPerAddress": {503, "calls, callsPerAddress", 6 * time.Second},
		"tried for 6s and trying on: the server answers with status 502":          {502, "", 6 * time.Second},
		"tried for 6s and trying on: the server doesn't answer":                   {0, "", 6 * time.Second},
	} {
		if got := w.String(); got != want {
			t.Errorf("%+v is %q, want %q", w, got, want)
		}
	}
}
