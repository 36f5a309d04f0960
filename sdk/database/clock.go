package database

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// ClockSkew returns the lead of the database's clock over this machine's; negative if it is behind. The true skew can be
// further from zero, by at most the duration of the query. Processes on several machines compare each other's times
// (leases, expiries), and the database is the clock that they share.
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

// skewOf returns the distance of the time "at" from the interval between "before" and "after": 0 within it, negative before it.
func skewOf(before, at, after time.Time) time.Duration {
	switch {
	case at.After(after):
		return at.Sub(after)
	case at.Before(before):
		return at.Sub(before)
	}
	return 0
}
