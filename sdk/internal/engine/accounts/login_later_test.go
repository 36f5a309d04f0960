package accounts_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// The tries before a successful login don't count any more: mistyping twice on two mornings locks no one out.
func TestSuccessfulLoginForgetsTheTriesBefore(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Logins = caller.Limit{Count: 3, Per: time.Hour} }))
	paid := fixture.Pay(t, env, env.SignUp(t))
	if _, err := env.Client.Account.SetCredentials(t.Context(), paid.Token, account.CredentialsInput{Username: "Ana.Diaz", Password: fixture.GoodPassword}, fixture.English); err != nil {
		t.Fatal(err)
	}
	try := func(username string, password secret.Secret) string {
		answer, err := env.Client.Account.Login(t.Context(), username, password, fixture.English)
		switch {
		case errors.Is(err, fault.TooManyTries):
			return "locked out"
		case err != nil:
			return err.Error()
		case answer.Auth == "":
			return "wrong"
		}
		return "in"
	}
	const wrong secret.Secret = "wr0ng-horse-battery"
	var got []string
	for range 2 {
		got = append(got, try("ana.diaz", wrong), try("ANA.Diaz", wrong), try("Ana.Diaz", fixture.GoodPassword), try("guessed.often", wrong), try("guessed.often", wrong))
	}
	want := []string{"wrong", "wrong", "in", "wrong", "wrong", "wrong", "wrong", "in", "wrong", "locked out"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("two mornings (-want +got):\n%s", diff)
	}
}
