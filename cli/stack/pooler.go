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

// MendPooler is what to do about a pooler that mixes up prepared statements.
const MendPooler = "the pooler doesn't keep prepared statements: add default_query_exec_mode=cache_describe to DATABASE_URL, or set pgbouncer's max_prepared_statements (1.21 or newer)"

// MixedUp reports whether a prepared statement isn't there, or is there already: a pooler gave the connection to somebody else.
func MixedUp(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && slices.Contains([]string{"26000", "42P05", "08P01"}, refused.Code)
}

// TryPrepared sends a prepared statement on several connections, in such an order that a pooler which lends its own
// connections for a transaction mixes them up. It says so, and what to change, before a sign-up meets it.
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

// Several takes connections of the pool: four, or as many as are free.
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

// InTurn has a transaction open on each connection at the same time, calls do with the connection's number in each, and rolls all back; and twice
// more, opened in reverse and then shifted by one, so that a pooler gives them other connections than before, whether it lends the one that it got
// back first or last. Only statements that differ by the connection are missed on another.
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
