package database_test

import (
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestClockSkew(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	if skew, err := database.ClockSkew(t.Context(), env.Pool); err != nil || skew.Abs() > 100*time.Millisecond {
		t.Errorf("on one machine: %s, %v", skew, err)
	}
	at := time.Date(2027, 1, 1, 12, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct{ before, at, after, want time.Duration }{
		"in between": {0, time.Second, 2 * time.Second, 0},
		"ahead":      {0, 9 * time.Second, 2 * time.Second, 7 * time.Second},
		"behind":     {0, -3 * time.Second, 2 * time.Second, -3 * time.Second},
	} {
		if got := database.SkewOf(at.Add(test.before), at.Add(test.at), at.Add(test.after)); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
