package pg_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// inTransaction runs f in a transaction as all operations do. leave leaves a job with it.
func inTransaction(t testing.TB, env *sdktest.Env, f func(q *db.Queries, tx pgx.Tx, leave func(job.Job, job.Options) error) error) error {
	t.Helper()
	c := fixture.Engine(t, env)
	return c.Tx(t.Context(), func(q *db.Queries, tx pgx.Tx) error {
		return f(q, tx, func(j job.Job, opts job.Options) error { return c.Enqueue(t.Context(), tx, j, opts) })
	})
}
