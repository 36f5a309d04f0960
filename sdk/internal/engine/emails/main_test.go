package emails_test

import (
	"os"
	"testing"
	"time"
)

// TestMain runs the package's tests in a process west of UTC, where the times that the database returns have another day than in UTC in the
// morning.
func TestMain(m *testing.M) {
	time.Local = time.FixedZone("west", -10*60*60)
	os.Exit(m.Run())
}
