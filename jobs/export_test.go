package jobs

import (
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/job"
)

// Intervals returns the interval of each kind of periodic job.
func Intervals(c *sdk.Client, o Options) map[string]time.Duration {
	every := map[string]time.Duration{}
	for _, s := range o.withDefaults(c).schedule() {
		every[s.job.Kind()] = s.every
	}
	return every
}

// Statements returns the package's own SQL statements by name.
func Statements() map[string]string {
	return map[string]string{
		"nextScheduled": nextScheduled, "takeDue": takeDue, "complete": complete, "snooze": snooze, "retryLater": retryLater, "countJobs": countJobs, "runningJobs": runningJobs,
	}
}

// Limits returns the time limits of the job kinds that have their own.
func Limits() map[string]time.Duration { return limits }

// PauseAfter returns the delay before the retry of a job after so many failures.
func PauseAfter(kind string, failures int) time.Duration {
	now := time.Now()
	row := &rivertype.JobRow{Kind: kind, Attempt: failures, AttemptedAt: &now, Errors: make([]rivertype.AttemptError, failures-1)}
	return new(operation[job.ExpireJob]).NextRetry(&river.Job[job.ExpireJob]{JobRow: row}).Sub(now).Round(time.Second)
}
