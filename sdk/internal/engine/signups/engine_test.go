package signups_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// beginPaying locks the registration against changes, like the first database transaction of a payment.
func beginPaying(t testing.TB, env *sdktest.Env, signupID string, key secret.Secret) error {
	t.Helper()
	c := fixture.Core(env)
	return c.Tx(t.Context(), func(tx *pg.Tx) error {
		row, err := fixture.LockOpenRegistration(t.Context(), env, tx.Queries, signupID, key)
		if err != nil {
			return err
		}
		return tx.MarkRegistrationPaying(t.Context(), c.Now(), "en", row.ID)
	})
}
