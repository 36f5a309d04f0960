package job

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Job is work to do after a transaction has committed. Its exported fields are its arguments: only ids, never personal data or secrets. Kind
// returns its stable name.
type Job interface{ Kind() string }

// Options set the time and uniqueness of a job.
type Options struct {
	At     time.Time // not before; the zero time means now
	Unique bool      // at most one unfinished job with the same arguments
}

// QueuedJob is a job with its options.
type QueuedJob struct {
	Job
	Options
}

// Later is the error of a job that must run again after a pause. Its runner schedules it again and counts no failure.
type Later struct{ Pause time.Duration }

// Error implements error.
func (l *Later) Error() string { return "job: run again after " + l.Pause.String() }

// Inserter enqueues jobs in the caller's transaction, in one batch and as its last statements: if the transaction
// fails, no job is enqueued.
type Inserter interface {
	InsertTx(ctx context.Context, tx pgx.Tx, jobs []QueuedJob) error
}
