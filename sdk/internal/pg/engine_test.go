package pg_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// inTransaction runs f in a transaction like all operations.
func inTransaction(t testing.TB, env *sdktest.Env, f func(tx *pg.Tx) error) error {
	t.Helper()
	return fixture.Core(env).Tx(t.Context(), f)
}
