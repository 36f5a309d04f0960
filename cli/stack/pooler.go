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
		_, err := tx.Exec(ctx, "SELECT $1::int", i)
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

// InTurn has a transaction open on each connection at the same time, calls do in each, and rolls all back; then once more, opened in
// reverse, so that a pooler gives each another connection than before.
func InTurn(ctx context.Context, held []*pgxpool.Conn, do func(pgx.Tx, int) error) error {
	for range 2 {
		open := make([]pgx.Tx, len(held))
		var err error
		for i, conn := range held {
			if open[i], err = conn.Begin(ctx); err != nil {
				return err
			}
			defer func() { _ = open[i].Rollback(context.WithoutCancel(ctx)) }()
			if err := do(open[i], i); err != nil {
				return err
			}
		}
		for _, tx := range slices.Backward(open) {
			if err := tx.Rollback(ctx); err != nil {
				return err
			}
		}
		slices.Reverse(held)
	}
	return nil
}
