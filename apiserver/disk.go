package apiserver

import (
	"sync/atomic"
	"time"

	"github.com/cojoin/cojoin/sdk/database"
)

// diskFullFor is the time for which the server isn't ready after a call failed on the database's disk. It is long enough for a load
// balancer to notice. After it, calls are tried again, because nothing else shows whether the disk has room again.
const diskFullFor = 10 * time.Second

// diskWatch stores the time of the last call that failed because the database's disk was full or broken. Reads and pings still work
// then, but sign-ups fail.
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
