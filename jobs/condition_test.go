package jobs_test

import (
	"flag"
	"testing"

	"github.com/cojoin/cojoin/internal/condition"
	_ "github.com/cojoin/cojoin/internal/container" // Postgres in a container, where an engine answers
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var update = flag.Bool("update", false, "look for rows that conditions leave alone, and write testdata/condition.txt")

// Only due jobs run, and each figure counts only its own jobs: docs/how-to/test.md.
func TestEveryConditionMatters(t *testing.T) {
	t.Parallel()
	condition.New(t, sdktest.New(t).Pool).Check(t, "testdata/condition.txt", jobs.Statements(), map[string]string{
		"countJobs: state IN ('available', 'scheduled', 'pending', 'retryable')": "no other state is counted: spares reading jobs that have ended",
	}, *update)
}
