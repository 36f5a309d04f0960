package sdk_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
