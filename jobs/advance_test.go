package jobs_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// stops is a clock that notes its times.
type stops struct {
	*sdktest.Clock
	times []string
}

func (s *stops) Set(now time.Time) {
	s.times = append(s.times, now.UTC().Format("01-02 15:04:05.999999"))
	s.Clock.Set(now)
}

// The clock stops at each scheduled job, at each day's end and at the end.
func TestAdvance(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	insert(t, env.Pool, nil, job.Options{}, job.PurgeJob{})
	insert(t, env.Pool, nil, job.Options{At: sdktest.Start.Add(20 * time.Hour)}, job.PurgeJob{})
	insert(t, env.Pool, nil, job.Options{At: sdktest.Start.Add(time.Hour)}, job.ExpireJob{})
	insert(t, env.Pool, nil, job.Options{At: sdktest.Start.Add(48 * time.Hour)}, job.PurgeJob{})
	clock := &stops{Clock: env.Clock}
	n, err := jobs.Advance(t.Context(), env.Client, env.Pool, clock, sdktest.Start.Add(40*time.Hour))
	if n != 3 || err != nil {
		t.Errorf("%d jobs, %v; want 3", n, err)
	}
	want := []string{"06-02 10:30:00", "06-02 23:59:59.999999", "06-03 05:30:00", "06-03 23:59:59.999999", "06-04 01:30:00"}
	if diff := cmp.Diff(want, clock.times); diff != "" {
		t.Errorf("stops (-want +got):\n%s", diff)
	}
	if n, err := jobs.Advance(t.Context(), env.Client, env.Pool, clock, sdktest.Start); n != 0 || err != nil || len(clock.times) != len(want) {
		t.Errorf("to a time before: %d jobs, %v, stops %v", n, err, clock.times)
	}
}
