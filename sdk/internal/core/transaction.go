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
// f runs again where Postgres rolled the transaction back for another one's sake (a deadlock, a serialisation failure):
// it starts from nothing, sets what it returns in every run, and changes nothing else outside of the database; see
// [AfterCommit]. Jobs are inserted with the commit, so those of a run that failed never were.
//
// No two transactions wait for each other, as all lock what they need in this order (and leave out what they don't):
// e-mail addresses of guests (pg.LockEmails), invitation · registration, its person's key, or the subscription that is renewed, before its
// seats · the professional who buys codes · order · attempt · payer, while secrets are replaced (payment.RefusePaying) · e-mail addresses of
// new accounts and usernames (pg.LockEmails), invitations, accounts, the place in a family, persons · subscription of the order or of the
// place, then its seats · code batch · subscription codes, by id · coupon · stored answer (idempotency) · counts of decided payments · jobs.
// What sweeps through many rows takes those that nobody holds (SKIP LOCKED). An erasure holds everything of a person before it looks whether
// they are paying: tokens come before the account there, as where credentials are set. Where two still meet (a payment that places an account,
// with an invitation to its address), one is run again.
func (c *Core) Tx(ctx context.Context, f func(q *db.Queries, tx pgx.Tx) error) error {
	run := func() error {
		return pgx.BeginFunc(ctx, pg.Transactions{Pool: c.Pool, Jobs: c.Jobs}, func(tx pgx.Tx) error { return f(c.Q.WithTx(tx), tx) })
	}
	err := pg.Repeat(ctx, run, func(err error) { c.Log.Warn("transaction rolled back for another one, running it again", "error", err) })
	if err != nil && !pg.IsPlainFault(err) {
		return fmt.Errorf("transaction: %w", err)
	}
	return err
}

// AfterCommit runs f once the transaction of q has committed; immediately where q has none.
func AfterCommit(q *db.Queries, f func()) {
	if t, ours := q.Conn().(*pg.Transaction); ours {
		t.AfterCommit(f)
		return
	}
	f()
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
