package database

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// ClockSkew returns how far the database's clock is ahead of this machine's; negative where it is behind. It says only
// what is certain: the time that the question took is taken off. Processes on several machines compare times that others
// of them wrote (leases, expiries), and the database is what they have in common.
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

// skewOf returns how far a clock that showed at, between before and after, is outside of them.
func skewOf(before, at, after time.Time) time.Duration {
	switch {
	case at.After(after):
		return at.Sub(after)
	case at.Before(before):
		return at.Sub(before)
	}
	return 0
}
