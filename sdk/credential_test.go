package sdk_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

const goodPassword = sdk.Secret("corr3ct-horse-battery")

func TestUsernameAvailability(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	first, second := pay(t, env, env.SignUp(t)), pay(t, env, env.SignUp(t))
	if _, err := env.Client.SetCredentials(t.Context(), first.Token, sdk.CredentialsInput{Username: "Ana.Diaz", Password: goodPassword}, english); err != nil {
		t.Fatal(err)
	}
	for username, want := range map[string]sdk.UsernameAvailability{
		"new.parent": {Available: true, MeetsRequirements: true},
		"ana.diaz":   {Available: false, MeetsRequirements: true},
		"ANA.DIAZ":   {Available: false, MeetsRequirements: true},
		"short":      {},
		"@new.one":   {},
	} {
		got, err := env.Client.UsernameAvailability(t.Context(), second.Token, username)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", username, diff)
		}
	}
	for name, token := range map[string]sdk.Secret{"used": first.Token, "unknown": "nobody-ever-had-this-token", "empty": ""} {
		if _, err := env.Client.UsernameAvailability(t.Context(), token, "new.parent"); !errors.Is(err, sdk.TokenInvalid) {
			t.Errorf("%s token: %v, want %v", name, err, sdk.TokenInvalid)
		}
	}
}

func TestSetCredentials(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)

	t.Run("OK", func(t *testing.T) {
		s := env.SignUp(t)
		accounts := pay(t, env, s)
		in := sdk.CredentialsInput{Username: " Ana-Diaz ", Password: goodPassword}
		meta := sdk.CallMeta{Lang: "en", IdempotencyKey: "set-credentials-once"}
		got, err := env.Client.SetCredentials(t.Context(), accounts.Token, in, meta)
		if err != nil {
			t.Fatal(err)
		}
		want := &sdk.CredentialsAnswer{UserID: accounts.AccountID.String(), Username: "Ana-Diaz", Redirect: "/receipt"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		again, err := env.Client.SetCredentials(t.Context(), accounts.Token, in, meta)
		if err != nil {
			t.Fatalf("a lost answer strands the parent: %v", err)
		}
		if diff := cmp.Diff(want, again); diff != "" {
			t.Errorf("second answer (-want +got):\n%s", diff)
		}
		if _, err := env.Client.SetCredentials(t.Context(), accounts.Token, in, english); !errors.Is(err, sdk.TokenInvalid) {
			t.Errorf("the token opens twice: %v", err)
		}
		if got, err := env.Client.ReadRegistration(t.Context(), s.SignupID, s.Key); err != nil || got.Next != "/receipt" {
			t.Errorf("the sign-up leads to %v, %v; want /receipt", got, err)
		}
		if n := countRows(t, env, "credentials WHERE password_hash LIKE '$argon2id$v=19$%' AND username_key = 'ana-diaz'"); n != 1 {
			t.Error("the password isn't kept as argon2id")
		}
	})

	t.Run("refused", func(t *testing.T) {
		accounts := pay(t, env, env.SignUp(t))
		if _, err := env.Client.SetCredentials(t.Context(), pay(t, env, env.SignUp(t)).Token, sdk.CredentialsInput{Username: "taken.name", Password: goodPassword}, english); err != nil {
			t.Fatal(err)
		}
		for name, tc := range map[string]struct {
			in   sdk.CredentialsInput
			want sdk.Violations
		}{
			"taken": {
				sdk.CredentialsInput{Username: "Taken.Name", Password: goodPassword},
				sdk.Violations{{Field: "username", Code: sdk.CodeUsernameTaken}},
			},
			"everything": {
				sdk.CredentialsInput{Username: "@no", Password: "short"},
				sdk.Violations{
					{Field: "username", Code: sdk.CodeUsernameLength}, {Field: "username", Code: sdk.CodeUsernameAtSymbol},
					{Field: "password", Code: sdk.CodePasswordLength}, {Field: "password", Code: sdk.CodePasswordNumber},
					{Field: "password", Code: sdk.CodePasswordSpecial},
				},
			},
			"e-mail as password": {
				sdk.CredentialsInput{Username: "some.parent", Password: "ana.diaz.2@example.com"},
				sdk.Violations{{Field: "password", Code: sdk.CodePasswordDupEmail}},
			},
		} {
			t.Run(name, func(t *testing.T) {
				_, err := env.Client.SetCredentials(t.Context(), accounts.Token, tc.in, english)
				diffViolations(t, tc.want, err)
			})
		}
		if _, err := env.Client.SetCredentials(t.Context(), accounts.Token, sdk.CredentialsInput{Username: "still.good", Password: goodPassword}, english); err != nil {
			t.Errorf("after refusals the token is spent: %v", err)
		}
	})

	t.Run("token expires", func(t *testing.T) {
		accounts := pay(t, env, env.SignUp(t))
		env.Clock.Advance(24 * time.Hour)
		_, err := env.Client.SetCredentials(t.Context(), accounts.Token, sdk.CredentialsInput{Username: "too.late", Password: goodPassword}, english)
		if !errors.Is(err, sdk.TokenInvalid) {
			t.Errorf("after 24 hours: %v, want %v", err, sdk.TokenInvalid)
		}
	})

	t.Run("one username, many parents at once", func(t *testing.T) {
		tokens := make([]sdk.Secret, 8)
		for i := range tokens {
			tokens[i] = pay(t, env, env.SignUp(t)).Token
		}
		var wg sync.WaitGroup
		outcomes := make(chan error, len(tokens))
		for _, token := range tokens {
			wg.Go(func() {
				_, err := env.Client.SetCredentials(t.Context(), token, sdk.CredentialsInput{Username: "wanted.by.all", Password: goodPassword}, english)
				outcomes <- err
			})
		}
		wg.Wait()
		close(outcomes)
		won := 0
		for err := range outcomes {
			if err == nil {
				won++
				continue
			}
			diffViolations(t, sdk.Violations{{Field: "username", Code: sdk.CodeUsernameTaken}}, err)
		}
		if won != 1 {
			t.Errorf("%d parents have the username, want 1", won)
		}
	})
}

// Refused passwords cost no hash and leave nothing running.
func TestSetCredentialsSaturated(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) {
		cfg.Hashing = sdk.Hashing{Concurrent: 1, Wait: time.Millisecond, MemoryKiB: 64 << 10, Iterations: 4}
	}))
	tokens := make([]sdk.Secret, 6)
	for i := range tokens {
		tokens[i] = pay(t, env, env.SignUp(t)).Token
	}
	var wg sync.WaitGroup
	outcomes := make(chan error, len(tokens))
	for i, token := range tokens {
		wg.Go(func() {
			_, err := env.Client.SetCredentials(t.Context(), token, sdk.CredentialsInput{Username: fmt.Sprintf("parent.%d", i), Password: goodPassword}, english)
			outcomes <- err
		})
	}
	wg.Wait()
	close(outcomes)
	var set, refused int
	for err := range outcomes {
		var fault *sdk.Fault
		switch {
		case err == nil:
			set++
		case errors.As(err, &fault) && errors.Is(err, sdk.Saturated) && fault.RetryAfter > 0:
			refused++
		default:
			t.Errorf("got %v, want none or %v", err, sdk.Saturated)
		}
	}
	if set == 0 || set+refused != len(tokens) {
		t.Errorf("%d set, %d told to come back, of %d", set, refused, len(tokens))
	}
}

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

func TestRenewCredentials(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Links = sdk.Limit{} }))
	waiting := pay(t, env, env.SignUp(t))
	done := pay(t, env, env.SignUp(t))
	if _, err := env.Client.SetCredentials(t.Context(), done.Token, sdk.CredentialsInput{Username: "has.one", Password: goodPassword}, english); err != nil {
		t.Fatal(err)
	}
	for _, email := range []string{" ANA.diaz.1@example.com", "ana.diaz.2@example.com", "ben.diaz.1@example.com", "nobody@example.com"} {
		if err := env.Client.RenewCredentials(t.Context(), email, english); err != nil {
			t.Errorf("%s: %v", email, err)
		}
	}
	var jobs []string
	rows, err := env.Pool.Query(t.Context(), "SELECT kind || ' ' || (args->>'accountId') FROM river_job WHERE kind = 'mail_credentials'")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var job string
		if err := rows.Scan(&job); err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, job)
	}
	if diff := cmp.Diff([]string{"mail_credentials " + waiting.AccountID.String()}, jobs); diff != "" {
		t.Errorf("jobs (-want +got):\n%s", diff)
	}
	err = env.Client.RenewCredentials(t.Context(), "not an address", english)
	diffViolations(t, sdk.Violations{{Field: "email", Code: sdk.CodeEmailInvalid}}, err)
	for range 3 {
		err = errors.Join(err, env.Client.RenewCredentials(t.Context(), "nobody@example.com", english))
	}
	if !errors.Is(err, sdk.TooManyTries) {
		t.Errorf("a fourth link within the hour: %v, want %v", err, sdk.TooManyTries)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := env.Client.RenewCredentials(canceled, "late@example.com", english); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}
