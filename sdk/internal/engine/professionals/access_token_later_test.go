package professionals_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// The tries before a successful login don't count any more: mistyping twice on two mornings locks no one out. A stranger's guesses go on counting
// for their own username.
func TestSuccessfulLoginForgetsTheTriesBefore(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Logins = caller.Limit{Count: 3, Per: time.Hour} }))
	pat := env.SignUpProfessional(t)
	try := func(username string, password secret.Secret) string {
		_, err := env.Client.Professional.CreateAccessToken(t.Context(), username, password, fixture.English)
		switch {
		case err == nil:
			return "in"
		case errors.Is(err, fault.LoginRefused):
			return "wrong"
		case errors.Is(err, fault.TooManyTries):
			return "locked out"
		}
		return err.Error()
	}
	const wrong secret.Secret = "wr0ng-horse-battery"
	var got []string
	for range 2 {
		got = append(got, try(pat.Username, wrong), try(pat.Username, wrong), try(pat.Username, pat.Password), try("guessed.often", wrong), try("guessed.often", wrong))
	}
	want := []string{"wrong", "wrong", "in", "wrong", "wrong", "wrong", "wrong", "in", "wrong", "locked out"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("two mornings (-want +got):\n%s", diff)
	}
}
