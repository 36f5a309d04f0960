package core

import (
	"encoding/binary"
	"sync"
	"time"

	"github.com/google/uuid"
)

// timedIDs makes UUIDv7s from the clock's times.
type timedIDs struct {
	mu   sync.Mutex
	last uint64 // milliseconds, then 12 bits that count the ids of one millisecond
}

// NewIDAt returns a UUIDv7 of a time, greater than all earlier ones. A range of ids is a range of time ([FirstIDAt]), so a table needs no
// index on its creation time. [pg.NewID] uses the system's clock instead.
func (c *Core) NewIDAt(at time.Time) uuid.UUID {
	c.ids.mu.Lock()
	c.ids.last = max(uint64(at.UnixMilli())<<12, c.ids.last+1) //nolint:gosec // no time before 1970
	stamp := c.ids.last
	c.ids.mu.Unlock()
	id := uuid.New() // the rest is random
	binary.BigEndian.PutUint64(id[:8], stamp>>12<<16|0x7000|stamp&0xfff)
	return id
}

// FirstIDAt returns the bound between earlier ids and those of a time, to the millisecond.
func FirstIDAt(at time.Time) uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], uint64(at.UnixMilli())<<16) //nolint:gosec // no time before 1970
	return id
}
