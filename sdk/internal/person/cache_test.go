package person

import (
	"testing"
	"time"

	"github.com/google/uuid"
)

// A key stays in the cache for ten minutes after its read, no matter how often it is used. A deletion removes it.
func TestCache(t *testing.T) {
	t.Parallel()
	now := time.Now()
	c := newCache()
	c.now = func() time.Time { return now }
	ana, ben := uuid.New(), uuid.New()
	for _, id := range []uuid.UUID{ana, ben} {
		c.put(id, Key{person: id, data: []byte{1}})
	}
	want := func(when string, id uuid.UUID, kept bool) {
		t.Helper()
		key, found := c.get(id)
		if found != kept || found && key.person != id {
			t.Errorf("%s: found %t, %+v; want %t", when, found, key.person, kept)
		}
	}
	want("at first", ana, true)
	c.drop([]uuid.UUID{ana})
	want("once it was deleted", ana, false)
	now = now.Add(keepAtHand - time.Nanosecond)
	want("before the time is over", ben, true)
	now = now.Add(time.Nanosecond)
	want("once the time is over", ben, false)
}
