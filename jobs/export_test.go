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
