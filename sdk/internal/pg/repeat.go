package pg

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// IsRolledBack reports whether Postgres rolled a transaction back because of concurrent ones: a deadlock or a serialization
// failure. None of it took effect, and the same transaction may succeed when run again.
func IsRolledBack(err error) bool {
	var pgErr *pgconn.PgError
	return errors.As(err, &pgErr) && (pgErr.Code == "40P01" || pgErr.Code == "40001")
}

// mostRuns limits the runs of a transaction. Each rollback lets another transaction finish.
const mostRuns = 5

// Repeat runs a transaction, and runs it again while [IsRolledBack], after a short random pause, so that the same transactions
// don't collide again. again is called before each further run.
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
