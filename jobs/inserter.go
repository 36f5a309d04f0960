package jobs

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/cojoin/cojoin/sdk/job"
)

// unfinished lists the states of unfinished jobs.
var unfinished = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
	rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

// Inserter inserts jobs into the queue, in the caller's transaction.
type Inserter struct{ client *river.Client[pgx.Tx] }

var _ job.Inserter = (*Inserter)(nil)

// NewInserter returns an Inserter. It needs no database connection, because it inserts in its callers' transactions.
func NewInserter() *Inserter {
	client, err := river.NewClient(riverpgxv5.New(nil), &river.Config{})
	if err != nil { // an empty configuration without workers is always valid
		panic("jobs: " + err.Error())
	}
	return &Inserter{client: client}
}

// InsertTx implements [job.Inserter].
func (i *Inserter) InsertTx(ctx context.Context, tx pgx.Tx, jobs []job.QueuedJob) error {
	inserts := make([]river.InsertManyParams, len(jobs))
	for n, task := range jobs {
		opts := &river.InsertOpts{ScheduledAt: task.At, Metadata: traceMetadata(ctx)}
		if task.Unique {
			opts.UniqueOpts = river.UniqueOpts{ByArgs: true, ByState: unfinished}
		}
		inserts[n] = river.InsertManyParams{Args: task.Job, InsertOpts: opts}
	}
	if _, err := i.client.InsertManyTx(ctx, tx, inserts); err != nil {
		return fmt.Errorf("jobs: insert %s: %w", kinds(jobs), err)
	}
	return nil
}

func kinds(jobs []job.QueuedJob) string {
	all := make([]string, len(jobs))
	for i, task := range jobs {
		all[i] = task.Kind()
	}
	return strings.Join(all, ", ")
}
