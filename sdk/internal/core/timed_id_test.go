package core

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/uuid"
)

// Ids are UUIDv7s of their times in ascending order, also within a millisecond and after the clock is set back. The bound of a time lies
// between the earlier ids and its own.
func TestNewIDAt(t *testing.T) {
	t.Parallel()
	c := &Core{}
	start := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	var last uuid.UUID
	for i, at := range []time.Time{start, start, start.Add(time.Millisecond), start, start.Add(time.Hour)} {
		id := c.NewIDAt(at)
		if id.Version() != 7 || id.Variant() != uuid.RFC4122 {
			t.Errorf("%s: version %d, variant %s", id, id.Version(), id.Variant())
		}
		if bytes.Compare(last[:], id[:]) >= 0 {
			t.Errorf("%d: %s sorts after %s", i, id, last)
		}
		last = id
	}
	seconds, nanoseconds := last.Time().UnixTime()
	if made := time.Unix(seconds, nanoseconds); !made.Equal(start.Add(time.Hour)) {
		t.Errorf("the last is of %s", made)
	}
	before, own, after := FirstIDAt(start.Add(time.Hour)), last, FirstIDAt(start.Add(time.Hour+time.Millisecond))
	if bytes.Compare(before[:], own[:]) >= 0 || bytes.Compare(own[:], after[:]) >= 0 {
		t.Errorf("%s isn't between %s and %s", own, before, after)
	}
}
