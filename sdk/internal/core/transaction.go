package core

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
)

// Tx runs f in one read-committed transaction. f must use q and tx only: a second connection asked for
// inside a transaction is how a small pool hangs for good. Mail, gateway and hashing don't belong in it either.
// What f writes is sent when the next answer is waited for, see [pg.Transaction].
//
// No two transactions wait for each other, as all lock what they need in this order (and leave out what they don't):
// e-mail addresses of guests (pg.LockEmails), invitation · registration, or the seats that are renewed, by seat · order ·
// attempt · e-mail addresses of new accounts (pg.LockEmails), accounts, invitations · seats of the order, by seat · code
// batch · subscription codes, by id · coupon · stored answer (idempotency) · jobs. What sweeps through many rows takes
// those that nobody holds (SKIP LOCKED).
func (c *Core) Tx(ctx context.Context, f func(q *db.Queries, tx pgx.Tx) error) error {
	err := pgx.BeginFunc(ctx, pg.Transactions{Pool: c.Pool, Jobs: c.Jobs}, func(tx pgx.Tx) error { return f(c.Q.WithTx(tx), tx) })
	if err != nil && !pg.IsPlainFault(err) {
		return fmt.Errorf("transaction: %w", err)
	}
	return err
}

// Enqueue leaves a job with the transaction: if that fails, the job never was.
func (c *Core) Enqueue(ctx context.Context, tx pgx.Tx, task job.Job, opts job.Options) error {
	queued := job.QueuedJob{Job: task, Options: opts}
	t, ours := tx.(*pg.Transaction)
	if !ours { // a savepoint
		return c.Jobs.InsertTx(ctx, tx, []job.QueuedJob{queued})
	}
	// One insert can't see its own rows: of the jobs that may be there only once it gets one.
	same := func(other job.QueuedJob) bool { return other.Unique && reflect.DeepEqual(other.Job, task) }
	if !opts.Unique || !slices.ContainsFunc(t.Jobs, same) {
		t.Jobs = append(t.Jobs, queued)
	}
	return nil
}
