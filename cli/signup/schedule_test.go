package signup

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/cli/scenario"
)

// plain and serial return scenarios that may, and may not, run beside others.
func plain(name string) *scenario.Scenario { return &scenario.Scenario{Name: name} }

func serial(name string) *scenario.Scenario {
	return &scenario.Scenario{Name: name, Steps: []scenario.Step{{Later: &scenario.Later{}}}}
}

// Two plain runs are in progress together. A serial one begins after the end of all others, alone.
func TestSerialRunsAreAlone(t *testing.T) {
	t.Parallel()
	all := jobsOf([]input{{scenarios: []*scenario.Scenario{serial("clock"), plain("card"), serial("bank"), plain("code")}}}, 2)
	var running, most atomic.Int32
	var mu sync.Mutex
	var order []string
	both := make(chan struct{})
	notRun := inOrder(t.Context(), all, 2, false, func(j job) bool {
		now := running.Add(1)
		defer running.Add(-1)
		most.Store(max(most.Load(), now))
		if j.scenario.Serial() {
			mu.Lock()
			order = append(order, j.scenario.Name)
			mu.Unlock()
			if now != 1 {
				t.Errorf("%s runs beside %d others", j.scenario.Name, now-1)
			}
			return true
		}
		select { // two runs meet
		case both <- struct{}{}:
		case <-both:
		case <-t.Context().Done():
		}
		return true
	})
	if diff := cmp.Diff([]string{"clock", "clock", "bank", "bank"}, order); diff != "" || most.Load() != 2 || len(notRun) != 0 {
		t.Errorf("at most %d at a time, %d not run; serial runs (-want +got):\n%s", most.Load(), len(notRun), diff)
	}
}

// With stopEarly, and after the end of the context, no further run begins.
func TestRunsStop(t *testing.T) {
	t.Parallel()
	inputs := []input{{scenarios: []*scenario.Scenario{serial("clock"), plain("good"), plain("bad"), plain("next")}}}
	for name, tc := range map[string]struct {
		stopEarly    bool
		interruptAt  string
		ran, skipped []string
	}{
		"after a failure":       {true, "", []string{"good", "bad"}, []string{"next", "clock"}},
		"not after a failure":   {false, "", []string{"good", "bad", "next", "clock"}, nil},
		"after an interruption": {false, "good", []string{"good"}, []string{"bad", "next", "clock"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var ran, skipped []string
			for _, j := range inOrder(ctx, jobsOf(inputs, 1), 1, tc.stopEarly, func(j job) bool {
				ran = append(ran, j.scenario.Name)
				if j.scenario.Name == tc.interruptAt {
					cancel()
				}
				return j.scenario.Name != "bad"
			}) {
				skipped = append(skipped, j.scenario.Name)
			}
			if diff := cmp.Diff([][]string{tc.ran, tc.skipped}, [][]string{ran, skipped}); diff != "" {
				t.Errorf("ran and not run (-want +got):\n%s", diff)
			}
		})
	}
}
