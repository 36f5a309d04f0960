package sdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// one makes at most one statement, and keeps what it answers.
type one func(q *db.Queries) error

// together makes statements that don't depend on one another's answers in one round trip, in their order. Each is
// called twice: to learn its statement (what it keeps of that counts for nothing), and with the answer. The first
// error is everybody's.
func together(ctx context.Context, on batcher, all ...one) error {
	learned := &learning{}
	for _, f := range all {
		_ = f(db.New(learned))
	}
	results, err := sendTogether(ctx, on, learned.statements)
	if err != nil {
		return err
	}
	answers := db.New(&answering{statements: learned.statements, results: results})
	for _, f := range all {
		if err := f(answers); err != nil {
			return closing(results, err)
		}
	}
	return results.Close()
}

// batcher is a transaction, or the pool.
type batcher interface {
	SendBatch(context.Context, *pgx.Batch) pgx.BatchResults
}

func sendTogether(ctx context.Context, on batcher, statements []*pgx.QueuedQuery) (pgx.BatchResults, error) {
	if t, ours := on.(*transaction); ours {
		return t.send(ctx, statements...)
	}
	return on.SendBatch(ctx, &pgx.Batch{QueuedQueries: statements}), nil
}

// found is the row of a statement that may find none: nil then.
func found[Row any](row Row, err error) (*Row, error) {
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &row, err
}

var errLearning = errors.New("the statement is only being learned")

// learning notes statements in place of making them.
type learning struct{ statements []*pgx.QueuedQuery }

func (l *learning) learn(sql string, args []any) error {
	l.statements = append(l.statements, &pgx.QueuedQuery{SQL: sql, Arguments: args})
	return errLearning
}

func (l *learning) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return pgconn.CommandTag{}, l.learn(sql, args)
}

func (l *learning) Query(_ context.Context, sql string, args ...any) (pgx.Rows, error) {
	return nil, l.learn(sql, args)
}

func (l *learning) QueryRow(_ context.Context, sql string, args ...any) pgx.Row {
	return &lastRow{err: l.learn(sql, args)}
}

func (l *learning) CopyFrom(context.Context, pgx.Identifier, []string, pgx.CopyFromSource) (int64, error) {
	return 0, errLearning
}

// answering gives the answers in the statements' order.
type answering struct {
	statements []*pgx.QueuedQuery
	results    pgx.BatchResults
}

// next refuses a statement that isn't the one that was learned: it would get another's answer.
func (a *answering) next(sql string) error {
	if len(a.statements) == 0 || a.statements[0].SQL != sql {
		return fmt.Errorf("together: %s isn't the statement that was sent", statementName(sql))
	}
	a.statements = a.statements[1:]
	return nil
}

func (a *answering) Exec(_ context.Context, sql string, _ ...any) (pgconn.CommandTag, error) {
	if err := a.next(sql); err != nil {
		return pgconn.CommandTag{}, err
	}
	return a.results.Exec()
}

func (a *answering) Query(_ context.Context, sql string, _ ...any) (pgx.Rows, error) {
	if err := a.next(sql); err != nil {
		return nil, err
	}
	return a.results.Query()
}

func (a *answering) QueryRow(_ context.Context, sql string, _ ...any) pgx.Row {
	if err := a.next(sql); err != nil {
		return &lastRow{err: err}
	}
	return a.results.QueryRow()
}

func (a *answering) CopyFrom(context.Context, pgx.Identifier, []string, pgx.CopyFromSource) (int64, error) {
	return 0, errors.New("together: rows are copied alone")
}
