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

// IsPlainFault reports whether an error is meant for the caller, so that it must be returned unwrapped.
func IsPlainFault(err error) bool {
	var failure *fault.Fault
	var invalid *fault.ValidationError
	return errors.As(err, &failure) || errors.As(err, &invalid)
}

// Transactions begins every transaction as a [Transaction].
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

// Transaction is a pgx.Tx with pipelining. A statement without a result (":exec" in the queries) is held back and sent
// before the next statement with a result, in order. Jobs are inserted together at the commit. A payment with forty
// statements needs half as many round trips, which cost server and database more than most statements do. A held-back
// statement's error is returned by the later statement, under the failed statement's name. Nothing is committed in that
// case either.
type Transaction struct {
	pgx.Tx
	inserter job.Inserter
	kept     []*pgx.QueuedQuery
	after    []func()
	jobs     []job.QueuedJob
}

// Tx is a transaction with its queries, its jobs, and the functions to run after its commit.
type Tx struct {
	*db.Queries
	*Transaction
}

// AfterCommit runs f once the transaction has committed. Use it for effects that a rollback doesn't undo: the
// transaction may be rolled back and run again.
func (t *Transaction) AfterCommit(f func()) { t.after = append(t.after, f) }

// Enqueue inserts a job with the commit. If the commit fails, no job exists.
func (t *Transaction) Enqueue(task job.Job, opts job.Options) {
	// A single insert doesn't see its own rows, so it gets only one of equal unique jobs.
	same := func(other job.QueuedJob) bool { return other.Unique && reflect.DeepEqual(other.Job, task) }
	if !opts.Unique || !slices.ContainsFunc(t.jobs, same) {
		t.jobs = append(t.jobs, job.QueuedJob{Job: task, Options: opts})
	}
}

// answersNothing reports whether a statement has no result, by the line that sqlc writes above it.
func answersNothing(sql string) bool {
	name, _, _ := strings.Cut(sql, "\n")
	return strings.HasPrefix(name, "-- name: ") && strings.HasSuffix(name, " :exec")
}

// send sends the held-back statements and then the given ones. The results are those of the given ones. The caller must
// close them.
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

// closing closes results. It returns err if that isn't nil: closing returns the same error again.
func closing(results pgx.BatchResults, err error) error {
	if closed := results.Close(); err == nil {
		return closed
	}
	return err
}

// SendBatch sends the statements of b in one round trip: on the pool, or in a transaction after its held-back
// statements.
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

// flush sends the held-back statements.
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

// Exec holds the statement back, or sends it after the held-back ones if it has a result.
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

// Query sends the statement after the held-back ones.
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

// QueryRow sends the statement after the held-back ones.
func (t *Transaction) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	if len(t.kept) == 0 {
		return t.Tx.QueryRow(ctx, sql, args...)
	}
	results, err := t.send(ctx, &pgx.QueuedQuery{SQL: sql, Arguments: args})
	return &lastRow{results: results, err: err}
}

// CopyFrom sends the held-back statements first.
func (t *Transaction) CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error) {
	if err := t.flush(ctx); err != nil {
		return 0, err
	}
	return t.Tx.CopyFrom(ctx, table, columns, rows)
}

// Begin sends the held-back statements and makes a savepoint. Statements in it aren't pipelined.
func (t *Transaction) Begin(ctx context.Context) (pgx.Tx, error) {
	if err := t.flush(ctx); err != nil {
		return nil, err
	}
	return t.Tx.Begin(ctx)
}

// Commit inserts the jobs and sends the held-back statements before it commits. Then it runs the functions of
// AfterCommit.
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

// lastRow is the only row of the last statement of a batch.
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

// lastRows are the rows of the last statement of a batch. Reading to their end closes them.
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
