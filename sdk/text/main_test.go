package text_test

import (
	"os"
	"testing"
	"time"
)

// TestMain runs the package's tests in a process west of UTC.
func TestMain(m *testing.M) {
	time.Local = time.FixedZone("west", -10*60*60)
	os.Exit(m.Run())
}
