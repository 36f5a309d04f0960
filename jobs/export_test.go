package jobs

import (
	"time"

	"github.com/cojoin/cojoin/sdk"
)

// Intervals returns the interval of each kind of periodic job.
func Intervals(c *sdk.Client, o Options) map[string]time.Duration {
	every := map[string]time.Duration{}
	for _, s := range o.withDefaults(c).schedule() {
		every[s.job.Kind()] = s.every
	}
	return every
}

// Statements are the statements that the package sends itself, by name.
func Statements() map[string]string {
	return map[string]string{"takeDue": takeDue, "complete": complete, "retryLater": retryLater, "countJobs": countJobs, "runningJobs": runningJobs}
}

// Limits returns how long jobs may run, for the kinds that have a limit of their own.
func Limits() map[string]time.Duration { return limits }
