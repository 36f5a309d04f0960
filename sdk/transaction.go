package sdk

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

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// tx runs f in one read-committed transaction. f must use q and tx only: a second connection asked for
// inside a transaction is how a small pool hangs for good. Mail, gateway and hashing don't belong in it either.
// What f writes is sent when the next answer is waited for, see [transaction].
//
// No two transactions wait for each other, as all lock what they need in this order (and leave out what they don't):
// e-mail addresses of guests (lockEmails), invitation · registration, or the seats that are renewed, by seat · order ·
// attempt · e-mail addresses of new accounts (lockEmails), accounts, invitations · seats of the order, by seat · code
// batch · subscription codes, by id · coupon · stored answer (idempotency) · jobs. What sweeps through many rows takes
// those that nobody holds (SKIP LOCKED).
func (c *Client) tx(ctx context.Context, f func(q *db.Queries, tx pgx.Tx) error) error {
	err := pgx.BeginFunc(ctx, transactions{pool: c.cfg.Pool, jobs: c.cfg.Jobs}, func(tx pgx.Tx) error { return f(c.q.WithTx(tx), tx) })
	if err != nil && !isPlainFault(err) {
		return fmt.Errorf("transaction: %w", err)
	}
	return err
}

// isPlainFault tells errors meant for the caller, which are passed on unwrapped.
func isPlainFault(err error) bool {
	var fault *Fault
	var invalid *ValidationError
	return errors.As(err, &fault) || errors.As(err, &invalid)
}

// transactions begins each as a [transaction].
type transactions struct {
	pool *pgxpool.Pool
	jobs JobInserter
}

func (t transactions) Begin(ctx context.Context) (pgx.Tx, error) {
	begun, err := t.pool.Begin(ctx)
	if err != nil {
		return nil, err
	}
	return &transaction{Tx: begun, inserter: t.jobs}, nil
}

// transaction is a pgx.Tx with pipelining: a statement that returns nothing (":exec" in the queries) is held back and
// sent with the next one that does, in their order. Jobs wait for the commit and are inserted together. So the fifty
// statements of a payment need half as many round trips, which cost server and database more than most statements do.
// An error of a statement that was held back is returned by the one that it was sent with, under its own name; nothing
// is committed in either case.
type transaction struct {
	pgx.Tx
	inserter JobInserter
	kept     []*pgx.QueuedQuery
	jobs     []QueuedJob
}

// answersNothing tells statements that nobody waits for by the line that sqlc writes above each.
func answersNothing(sql string) bool {
	name, _, _ := strings.Cut(sql, "\n")
	return strings.HasPrefix(name, "-- name: ") && strings.HasSuffix(name, " :exec")
}

// statementName is the name that sqlc wrote above a statement.
func statementName(sql string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(sql, "-- name: "), " ")
	return name
}

// send sends what was kept back, and after it the statements of which the results give the answers. The results
// are to be closed.
func (t *transaction) send(ctx context.Context, statements ...*pgx.QueuedQuery) (pgx.BatchResults, error) {
	before := t.kept
	t.kept = nil
	results := t.SendBatch(ctx, &pgx.Batch{QueuedQueries: append(before, statements...)})
	for _, q := range before {
		if _, err := results.Exec(); err != nil {
			return nil, closing(results, fmt.Errorf("%s: %w", statementName(q.SQL), err))
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

// sendBatch makes the statements of b in one round trip, on the pool or in a transaction after what that holds back.
func sendBatch(ctx context.Context, on batchSender, b *db.Batch) error {
	if b.Len() == 0 {
		return nil
	}
	t, ours := on.(*transaction)
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
func (t *transaction) flush(ctx context.Context) error {
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
func (t *transaction) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
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
func (t *transaction) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
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
func (t *transaction) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	if len(t.kept) == 0 {
		return t.Tx.QueryRow(ctx, sql, args...)
	}
	results, err := t.send(ctx, &pgx.QueuedQuery{SQL: sql, Arguments: args})
	return &lastRow{results: results, err: err}
}

// CopyFrom comes after what was kept back.
func (t *transaction) CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error) {
	if err := t.flush(ctx); err != nil {
		return 0, err
	}
	return t.Tx.CopyFrom(ctx, table, columns, rows)
}

// Begin makes a savepoint after what was kept back. In it each statement is sent by itself.
func (t *transaction) Begin(ctx context.Context) (pgx.Tx, error) {
	if err := t.flush(ctx); err != nil {
		return nil, err
	}
	return t.Tx.Begin(ctx)
}

// Commit leaves the jobs and sends what was kept back before it commits.
func (t *transaction) Commit(ctx context.Context) error {
	if jobs := t.jobs; len(jobs) > 0 {
		t.jobs = nil
		if err := t.inserter.InsertTx(ctx, t, jobs); err != nil {
			return err
		}
	}
	if err := t.flush(ctx); err != nil {
		return err
	}
	return t.Tx.Commit(ctx)
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

// enqueue leaves a job with the transaction: if that fails, the job never was.
func (c *Client) enqueue(ctx context.Context, tx pgx.Tx, job Job, opts JobOptions) error {
	queued := QueuedJob{Job: job, JobOptions: opts}
	t, ours := tx.(*transaction)
	if !ours { // a savepoint
		return c.cfg.Jobs.InsertTx(ctx, tx, []QueuedJob{queued})
	}
	// One insert can't see its own rows: of the jobs that may be there only once it gets one.
	same := func(other QueuedJob) bool { return other.Unique && reflect.DeepEqual(other.Job, job) }
	if !opts.Unique || !slices.ContainsFunc(t.jobs, same) {
		t.jobs = append(t.jobs, queued)
	}
	return nil
}
