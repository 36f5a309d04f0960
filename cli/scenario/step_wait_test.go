package scenario

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A wait repeats a read until its assertions hold, and names the last difference at its limit. It never repeats a change.
func TestWait(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/bootstrap" {
			fmt.Fprint(w, `{"environment":"development","payment":{"provider":"sandbox"}}`)
			return
		}
		fmt.Fprintf(w, `{"calls":%d}`, calls.Add(1))
	}))
	t.Cleanup(server.Close)
	asserted := func(n string) []Assertion { return []Assertion{{Path: "$.calls", Equals: []byte(n)}} }
	for _, tt := range []struct {
		step  Step
		want  []string
		calls int64
	}{
		{Step{Call: &Call{Path: "/"}, Wait: &Await{Limit: "1m"}, Assert: asserted("3")}, nil, 3},
		{Step{Call: &Call{Path: "/"}, Wait: &Await{Limit: "1ns"}, Assert: asserted("0")}, []string{"after 1ns: expected $.calls to equal 0, got 1"}, 1},
		{Step{Call: &Call{Method: "POST", Path: "/"}, Wait: &Await{}}, []string{"the step call changes something, and wait repeats only steps that read"}, 0},
	} {
		calls.Store(0)
		got := (&Scenario{Steps: []Step{tt.step}}).Run(t.Context(), 1, Options{Server: server.URL}).Steps[0]
		if diff := cmp.Diff(tt.want, got.Failures); diff != "" || calls.Load() != tt.calls {
			t.Errorf("%d calls, want %d; failures (-want +got):\n%s", calls.Load(), tt.calls, diff)
		}
	}
}

func TestSerial(t *testing.T) {
	t.Parallel()
	for action, step := range map[string]Step{
		"later": {Later: &Later{}}, "clock": {Clock: &Clock{}}, "jobs": {Jobs: "drain"}, "bank": {Bank: &Bank{}}, "payAgain": {PayAgain: &PayAgain{}},
		"method": {Method: &Method{}}, "fault": {Fault: &Fault{}},
	} {
		if !(&Scenario{Steps: []Step{{Read: &struct{}{}}, step}}).Serial() {
			t.Errorf("%s runs beside others", action)
		}
	}
	if (&Scenario{Steps: []Step{{Read: &struct{}{}}, {Mail: &Mail{}}, {Ledger: &struct{}{}}}}).Serial() {
		t.Error("a scenario that only reads runs by itself")
	}
}
