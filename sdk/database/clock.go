package database

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// ClockSkew returns by how much the database's clock is ahead of this machine's; negative if it is behind. It is a lower
// bound: the duration of the query is subtracted. Processes on several machines compare each other's times (leases,
// expiries), and the database is the clock that they share.
func ClockSkew(ctx context.Context, pool *pgxpool.Pool) (time.Duration, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return 0, fmt.Errorf("clock of the database: %w", err)
	}
	defer conn.Release()
	var at time.Time
	before := time.Now()
	if err := conn.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&at); err != nil {
		return 0, fmt.Errorf("clock of the database: %w", err)
	}
	return skewOf(before, at, time.Now()), nil
}

// skewOf returns by how much the time at lies outside of before and after.
func skewOf(before, at, after time.Time) time.Duration {
	switch {
	case at.After(after):
		return at.Sub(after)
	case at.Before(before):
		return at.Sub(before)
	}
	return 0
}
