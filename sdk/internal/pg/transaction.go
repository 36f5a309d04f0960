package pg

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/job"
)

// IsPlainFault tells errors meant for the caller, which are passed on unwrapped.
func IsPlainFault(err error) bool {
	var failure *fault.Fault
	var invalid *fault.ValidationError
	return errors.As(err, &failure) || errors.As(err, &invalid)
}

// Transactions begins each as a [Transaction].
type Transactions struct {
	Pool *pgxpool.Pool
	Jobs job.Inserter
}

// Begin begins a transaction that pipelines its statements.
func (t Transactions) Begin(ctx context.Context) (pgx.Tx, error) {
	begun, err := t.Pool.Begin(ctx)
	if err != nil {
		return nil, err
	}
	return &Transaction{Tx: begun, inserter: t.Jobs}, nil
}

// Transaction is a pgx.Tx with pipelining: a statement that returns nothing (":exec" in the queries) is held back and
// sent with the next one that does, in their order. Jobs wait for the commit and are inserted together. So the forty
// statements of a payment need half as many round trips, which cost server and database more than most statements do.
// An error of a statement that was held back is returned by the one that it was sent with, under its own name; nothing
// is committed in either case.
type Transaction struct {
	pgx.Tx
	inserter job.Inserter
	kept     []*pgx.QueuedQuery
	after    []func()
	jobs     []job.QueuedJob
}

// Tx is one transaction: its statements, the jobs that it enqueues, and the functions that run once it has committed.
type Tx struct {
	*db.Queries
	*Transaction
}

// AfterCommit runs f once the transaction has committed. What isn't undone with the transaction belongs there: it may be
// rolled back and run again.
func (t *Transaction) AfterCommit(f func()) { t.after = append(t.after, f) }

// Enqueue inserts a job with the commit: if that fails, the job never was.
func (t *Transaction) Enqueue(task job.Job, opts job.Options) {
	// One insert can't see its own rows: of equal unique jobs it gets one.
	same := func(other job.QueuedJob) bool { return other.Unique && reflect.DeepEqual(other.Job, task) }
	if !opts.Unique || !slices.ContainsFunc(t.jobs, same) {
		t.jobs = append(t.jobs, job.QueuedJob{Job: task, Options: opts})
	}
}

// answersNothing tells statements that nobody waits for by the line that sqlc writes above each.
func answersNothing(sql string) bool {
	name, _, _ := strings.Cut(sql, "\n")
	return strings.HasPrefix(name, "-- name: ") && strings.HasSuffix(name, " :exec")
}

// send sends what was kept back, and after it the statements of which the results give the answers. The results
// are to be closed.
func (t *Transaction) send(ctx context.Context, statements ...*pgx.QueuedQuery) (pgx.BatchResults, error) {
	before := t.kept
	t.kept = nil
	results := t.SendBatch(ctx, &pgx.Batch{QueuedQueries: append(before, statements...)})
	for _, q := range before {
		if _, err := results.Exec(); err != nil {
			return nil, closing(results, fmt.Errorf("%s: %w", db.StatementName(q.SQL), err))
		}
	}
	return results, nil
}

// closing closes results. An error from before stays the error: closing gives it once more.
func closing(results pgx.BatchResults, err error) error {
	if closed := results.Close(); err == nil {
		return closed
	}
	return err
}

// SendBatch makes the statements of b in one round trip, on the pool or in a transaction after what that holds back.
func SendBatch(ctx context.Context, on batchSender, b *db.Batch) error {
	if b.Len() == 0 {
		return nil
	}
	t, ours := on.(*Transaction)
	if !ours {
		return on.SendBatch(ctx, &b.Batch).Close()
	}
	results, err := t.send(ctx, b.QueuedQueries...)
	if err != nil {
		return err
	}
	return results.Close()
}

type batchSender interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// flush sends what was kept back.
func (t *Transaction) flush(ctx context.Context) error {
	if len(t.kept) == 0 {
		return nil
	}
	results, err := t.send(ctx)
	if err != nil {
		return err
	}
	return results.Close()
}

// Exec keeps the statement back, or sends it with those that were.
func (t *Transaction) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	if answersNothing(sql) {
		t.kept = append(t.kept, &pgx.QueuedQuery{SQL: sql, Arguments: args})
		return pgconn.CommandTag{}, nil
	}
	if len(t.kept) == 0 {
		return t.Tx.Exec(ctx, sql, args...)
	}
	results, err := t.send(ctx, &pgx.QueuedQuery{SQL: sql, Arguments: args})
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	tag, err := results.Exec()
	return tag, closing(results, err)
}

// Query sends the statement with those that were kept back.
func (t *Transaction) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if len(t.kept) == 0 {
		return t.Tx.Query(ctx, sql, args...)
	}
	results, err := t.send(ctx, &pgx.QueuedQuery{SQL: sql, Arguments: args})
	if err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		return nil, closing(results, err)
	}
	return &lastRows{Rows: rows, results: results}, nil
}

// QueryRow sends the statement with those that were kept back.
func (t *Transaction) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	if len(t.kept) == 0 {
		return t.Tx.QueryRow(ctx, sql, args...)
	}
	results, err := t.send(ctx, &pgx.QueuedQuery{SQL: sql, Arguments: args})
	return &lastRow{results: results, err: err}
}

// CopyFrom comes after what was kept back.
func (t *Transaction) CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error) {
	if err := t.flush(ctx); err != nil {
		return 0, err
	}
	return t.Tx.CopyFrom(ctx, table, columns, rows)
}

// Begin makes a savepoint after what was kept back. In it each statement is sent by itself.
func (t *Transaction) Begin(ctx context.Context) (pgx.Tx, error) {
	if err := t.flush(ctx); err != nil {
		return nil, err
	}
	return t.Tx.Begin(ctx)
}

// Commit leaves the jobs and sends what was kept back before it commits.
func (t *Transaction) Commit(ctx context.Context) error {
	if jobs := t.jobs; len(jobs) > 0 {
		t.jobs = nil
		if err := t.inserter.InsertTx(ctx, t, jobs); err != nil {
			return err
		}
	}
	if err := t.flush(ctx); err != nil {
		return err
	}
	if err := t.Tx.Commit(ctx); err != nil {
		return err
	}
	for _, f := range t.after {
		f()
	}
	return nil
}

// lastRow is the only row of the last statement that was sent together.
type lastRow struct {
	results pgx.BatchResults
	err     error
}

func (r *lastRow) Scan(into ...any) error {
	if r.err != nil {
		return r.err
	}
	return closing(r.results, r.results.QueryRow().Scan(into...))
}

// lastRows are the rows of the last statement that was sent together. Reading to their end closes them.
type lastRows struct {
	pgx.Rows
	results pgx.BatchResults
	err     error
}

func (r *lastRows) Next() bool {
	if r.Rows.Next() {
		return true
	}
	r.Close()
	return false
}

func (r *lastRows) Close() {
	r.Rows.Close()
	if r.results != nil {
		r.err = closing(r.results, r.Rows.Err())
		r.results = nil
	}
}

func (r *lastRows) Err() error {
	if r.results != nil {
		return r.Rows.Err()
	}
	return r.err
}
