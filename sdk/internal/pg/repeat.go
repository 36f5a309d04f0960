package pg

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// IsRolledBack reports whether Postgres rolled a transaction back because of others that ran at the same time: a
// deadlock, or reads and writes that have no order. Nothing of it has happened, and the same may succeed when it is run again.
func IsRolledBack(err error) bool {
	var said *pgconn.PgError
	return errors.As(err, &said) && (said.Code == "40P01" || said.Code == "40001")
}

// mostRuns is how often a transaction is run in all. Each that is rolled back lets another one through.
const mostRuns = 5

// Repeat runs a transaction, and runs it again while [IsRolledBack], after a short random pause, so that those that met
// don't meet again. again is told of each.
func Repeat(ctx context.Context, run func() error, again func(err error)) error {
	for pause, n := 5*time.Millisecond, 1; ; pause, n = 2*pause, n+1 {
		err := run()
		if n == mostRuns || !IsRolledBack(err) {
			return err
		}
		again(err)
		select {
		case <-time.After(pause + rand.N(pause)):
		case <-ctx.Done():
			return err
		}
	}
}
