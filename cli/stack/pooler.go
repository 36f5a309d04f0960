package stack

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// MendPooler is the remedy for a pooler that mixes up prepared statements.
const MendPooler = "the pooler doesn't keep prepared statements: add default_query_exec_mode=cache_describe to DATABASE_URL, or set pgbouncer's max_prepared_statements (1.21 or newer)"

// MixedUp reports whether a prepared statement is missing, or exists already: a pooler has switched connections.
func MixedUp(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && slices.Contains([]string{"26000", "42P05", "08P01"}, refused.Code)
}

// TryPrepared sends a prepared statement on several connections, in such an order that a pooler which lends its own
// connections for a transaction mixes them up. It returns an error with the remedy, before a sign-up fails.
func TryPrepared(ctx context.Context, pool *pgxpool.Pool) error {
	held, release, err := Several(ctx, pool)
	if err != nil {
		return err
	}
	defer release()
	err = InTurn(ctx, held, func(tx pgx.Tx, i int) error {
		_, err := tx.Exec(ctx, fmt.Sprintf("SELECT $1::int + %d", i), i)
		return err
	})
	if MixedUp(err) {
		return fmt.Errorf("%w: %s", err, MendPooler)
	}
	return err
}

// Several acquires four connections of the pool, or all free ones if there are fewer.
func Several(ctx context.Context, pool *pgxpool.Pool) (held []*pgxpool.Conn, release func(), err error) {
	release = func() {
		for _, conn := range held {
			conn.Release()
		}
	}
	for range min(4, pool.Config().MaxConns-pool.Stat().AcquiredConns()) {
		conn, err := pool.Acquire(ctx)
		if err != nil {
			release()
			return nil, nil, err
		}
		held = append(held, conn)
	}
	return held, release, nil
}

// InTurn opens a transaction on each connection, all at the same time. It calls do in each with the connection's number, and rolls all back. It does
// that two more times, first in reverse order, then shifted by one. A pooler then assigns different connections, whether it lends the most recently or
// the least recently returned one. do must run a different statement on each connection: a common one would exist on all of them.
func InTurn(ctx context.Context, held []*pgxpool.Conn, do func(pgx.Tx, int) error) error {
	order := make([]int, len(held))
	for i := range order {
		order[i] = i
	}
	reversed := slices.Clone(order)
	slices.Reverse(reversed)
	first := min(1, len(order))
	shifted := slices.Concat(order[first:], order[:first])
	for _, order := range [][]int{order, reversed, shifted} {
		if err := openInOrder(ctx, held, order, do); err != nil {
			return err
		}
	}
	return nil
}

func openInOrder(ctx context.Context, held []*pgxpool.Conn, order []int, do func(pgx.Tx, int) error) error {
	var open []pgx.Tx
	for _, i := range order {
		tx, err := held[i].Begin(ctx)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
		open = append(open, tx)
		if err := do(tx, i); err != nil {
			return err
		}
	}
	for _, tx := range slices.Backward(open) {
		if err := tx.Rollback(ctx); err != nil {
			return err
		}
	}
	return nil
}
