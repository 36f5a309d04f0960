package signups_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// beginPaying closes the registration to changes, as the payment's first transaction does.
func beginPaying(t testing.TB, env *sdktest.Env, signupID string, key secret.Secret) error {
	t.Helper()
	c := fixture.Engine(t, env)
	return c.Tx(t.Context(), func(q *db.Queries, _ pgx.Tx) error {
		row, err := fixture.LockOpenRegistration(t.Context(), env, q, signupID, key)
		if err != nil {
			return err
		}
		return q.MarkRegistrationPaying(t.Context(), c.Now(), "en", row.ID)
	})
}
