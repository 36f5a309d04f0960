package sdk_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

func TestLogin(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) {
		cfg.Site.Links = map[string]string{"login": "https://example.com/login?lang=en", "home": "https://example.com/home"}
	}))
	accounts := pay(t, env, env.SignUp(t))
	if _, err := env.Client.SetCredentials(t.Context(), accounts.Token, sdk.CredentialsInput{Username: "Ana.Diaz", Password: goodPassword}, english); err != nil {
		t.Fatal(err)
	}

	t.Run("OK", func(t *testing.T) {
		got, err := env.Client.Login(t.Context(), "ana.DIAZ", goodPassword, english)
		if err != nil {
			t.Fatal(err)
		}
		want := &sdk.LoginAnswer{Redirect: "https://example.com/home", UserID: accounts.AccountID.String()}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(sdk.LoginAnswer{}, "Auth")); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		token := sdk.Secret(got.Auth)
		if id, err := env.Client.AccountOf(t.Context(), token); err != nil || id != want.UserID {
			t.Errorf("the token opens %q, %v; want %s", id, err, want.UserID)
		}
		if err := env.Client.Logout(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		if _, err := env.Client.AccountOf(t.Context(), token); !errors.Is(err, sdk.TokenInvalid) {
			t.Errorf("after logging out: %v, want %v", err, sdk.TokenInvalid)
		}
	})

	t.Run("account token lives an hour", func(t *testing.T) {
		got, err := env.Client.Login(t.Context(), "ana.diaz", goodPassword, english)
		if err != nil {
			t.Fatal(err)
		}
		env.Clock.Advance(time.Hour)
		if _, err := env.Client.AccountOf(t.Context(), sdk.Secret(got.Auth)); !errors.Is(err, sdk.TokenInvalid) {
			t.Errorf("after an hour: %v, want %v", err, sdk.TokenInvalid)
		}
	})

	t.Run("failed", func(t *testing.T) {
		want := &sdk.LoginAnswer{Redirect: "https://example.com/login?lang=en&login_error=1"}
		for name, tc := range map[string]struct {
			username string
			password sdk.Secret
		}{
			"wrong password": {"Ana.Diaz", "c0rrect-horse-battery"},
			"unknown":        {"nobody.here", goodPassword},
			"empty":          {"", ""},
			"no password":    {"Ana.Diaz", ""},
			"a megabyte":     {"Ana.Diaz", sdk.Secret(strings.Repeat("x", 1<<20))},
		} {
			t.Run(name, func(t *testing.T) {
				got, err := env.Client.Login(t.Context(), tc.username, tc.password, english)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("answer (-want +got):\n%s", diff)
				}
			})
		}
	})

	t.Run("hash is upgraded", func(t *testing.T) {
		stronger := env.Config
		stronger.Hashing = sdk.Hashing{MemoryKiB: 128, Iterations: 2}
		client := env.NewClient(t, stronger)
		for range 2 {
			if got, err := client.Login(t.Context(), "Ana.Diaz", goodPassword, english); err != nil || got.Auth == "" {
				t.Fatalf("login: %v, %v", got, err)
			}
		}
		if n := countRows(t, env, "credentials WHERE password_hash LIKE '$argon2id$v=19$m=128,t=2,p=1$%'"); n != 1 {
			t.Error("the hash kept its weak parameters")
		}
	})
}

// An unknown username is checked like a known one: the same statements and one hash.
func TestLoginTime(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Hashing = sdk.Hashing{MemoryKiB: 32 << 10, Iterations: 3} }))
	accounts := pay(t, env, env.SignUp(t))
	if _, err := env.Client.SetCredentials(t.Context(), accounts.Token, sdk.CredentialsInput{Username: "Ana.Diaz", Password: goodPassword}, english); err != nil {
		t.Fatal(err)
	}
	fastest := func(username string) time.Duration {
		best := time.Hour
		for range 5 {
			start := time.Now()
			if _, err := env.Client.Login(t.Context(), username, "wr0ng-horse-battery", english); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	known, unknown := fastest("Ana.Diaz"), fastest("nobody.here")
	// Without its hash an unknown username would be told in a hundredth of the time.
	if unknown < known/4 || known < unknown/4 {
		t.Errorf("an unknown username takes %s, a known one %s", unknown, known)
	}
}

func TestLoginLimit(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Logins = sdk.Limit{} }))
	meta := sdk.CallMeta{ClientAddr: "192.0.2.1"}
	for range 5 {
		if _, err := env.Client.Login(t.Context(), "ana.diaz", "wrong", meta); err != nil {
			t.Fatal(err)
		}
	}
	_, err := env.Client.Login(t.Context(), "ANA.diaz", "wrong", meta)
	var fault *sdk.Fault
	if !errors.As(err, &fault) || !errors.Is(err, sdk.TooManyTries) || fault.RetryAfter != time.Minute {
		t.Errorf("sixth login: %v, want %v after a minute", err, sdk.TooManyTries)
	}
	if _, err := env.Client.Login(t.Context(), "ana.diaz", "wrong", sdk.CallMeta{ClientAddr: "192.0.2.2"}); err != nil {
		t.Errorf("from another address: %v", err)
	}
	env.Clock.Advance(time.Minute)
	if _, err := env.Client.Login(t.Context(), "ana.diaz", "wrong", meta); err != nil {
		t.Errorf("a minute later: %v", err)
	}
}
