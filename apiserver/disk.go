package apiserver

import (
	"sync/atomic"
	"time"

	"github.com/cojoin/cojoin/sdk/database"
)

// diskFullFor is how long after a call that found the database's disk full or broken this server isn't ready: long enough for a load
// balancer to see it. Then calls are tried again, as nothing else tells that there is room.
const diskFullFor = 10 * time.Second

// diskWatch remembers when a call last found the database's disk full or broken. Reads still work then, and so does the database's own
// answer to "are you there", but nobody can sign up.
type diskWatch struct{ at atomic.Int64 }

func (w *diskWatch) note(err error, now time.Time) {
	if database.DiskFailed(err) {
		w.at.Store(now.UnixNano())
	}
}

func (w *diskWatch) failed(now time.Time) bool {
	at := w.at.Load()
	return at != 0 && now.Sub(time.Unix(0, at)) < diskFullFor
}
