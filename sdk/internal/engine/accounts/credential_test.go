package accounts_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

func TestUsernameAvailability(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	first, second := fixture.Pay(t, env, env.SignUp(t)), fixture.Pay(t, env, env.SignUp(t))
	if _, err := env.Client.Account.SetCredentials(t.Context(), first.Token, account.CredentialsInput{Username: "Ana.Diaz", Password: fixture.GoodPassword}, fixture.English); err != nil {
		t.Fatal(err)
	}
	for username, want := range map[string]account.UsernameAvailability{
		"new.parent": {Available: true, MeetsRequirements: true},
		"ana.diaz":   {Available: false, MeetsRequirements: true},
		"ANA.DIAZ":   {Available: false, MeetsRequirements: true},
		"short":      {},
		"@new.one":   {},
	} {
		got, err := env.Client.Account.UsernameAvailability(t.Context(), second.Token, username)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", username, diff)
		}
	}
	for name, token := range map[string]secret.Secret{"used": first.Token, "unknown": "nobody-ever-had-this-token", "empty": ""} {
		if _, err := env.Client.Account.UsernameAvailability(t.Context(), token, "new.parent"); !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("%s token: %v, want %v", name, err, fault.TokenInvalid)
		}
	}
}

func TestSetCredentials(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)

	t.Run("OK", func(t *testing.T) {
		s := env.SignUp(t)
		accounts := fixture.Pay(t, env, s)
		in := account.CredentialsInput{Username: " Ana-Diaz ", Password: fixture.GoodPassword}
		meta := caller.Meta{Lang: "en", IdempotencyKey: "set-credentials-once"}
		got, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, in, meta)
		if err != nil {
			t.Fatal(err)
		}
		want := &account.CredentialsAnswer{
			UserID: accounts.AccountID.String(), Username: "Ana-Diaz", Redirect: "/receipt",
			Login: account.LoginAnswer{Redirect: env.Config.Site.WithDefaults().Links["home"], Auth: got.Login.Auth, UserID: accounts.AccountID.String()},
		}
		if own, err := env.Client.Account.Parent(t.Context(), got.UserID, secret.Secret(got.Login.Auth)); err != nil || own.UserID != got.UserID {
			t.Errorf("the login opens %+v, %v", own, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		again, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, in, meta)
		if err != nil {
			t.Fatalf("a lost answer strands the parent: %v", err)
		}
		if diff := cmp.Diff(want, again); diff != "" {
			t.Errorf("second answer (-want +got):\n%s", diff)
		}
		if _, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, in, fixture.English); !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("the token opens twice: %v", err)
		}
		if got, err := env.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English); err != nil || got.Next != "/receipt" {
			t.Errorf("the sign-up leads to %v, %v; want /receipt", got, err)
		}
		if n := fixture.CountRows(t, env, "credentials WHERE password_hash LIKE '$argon2id$v=19$%' AND username_hash = $1", fixture.Core(env).People.UsernameHash("ana-diaz")); n != 1 {
			t.Error("the password isn't kept as argon2id")
		}
	})

	t.Run("refused", func(t *testing.T) {
		accounts := fixture.Pay(t, env, env.SignUp(t))
		if _, err := env.Client.Account.SetCredentials(t.Context(), fixture.Pay(t, env, env.SignUp(t)).Token, account.CredentialsInput{Username: "taken.name", Password: fixture.GoodPassword}, fixture.English); err != nil {
			t.Fatal(err)
		}
		for name, tc := range map[string]struct {
			in   account.CredentialsInput
			want fault.Violations
		}{
			"taken": {
				account.CredentialsInput{Username: "Taken.Name", Password: fixture.GoodPassword},
				fault.Violations{{Field: "username", Code: form.CodeUsernameTaken}},
			},
			"everything": {
				account.CredentialsInput{Username: "@no", Password: "short"},
				fault.Violations{
					{Field: "username", Code: form.CodeUsernameLength}, {Field: "username", Code: form.CodeUsernameAtSymbol},
					{Field: "password", Code: form.CodePasswordLength}, {Field: "password", Code: form.CodePasswordNumber},
					{Field: "password", Code: form.CodePasswordSpecial},
				},
			},
			"e-mail as password": {
				account.CredentialsInput{Username: "some.parent", Password: "ana.diaz.2@example.com"},
				fault.Violations{{Field: "password", Code: form.CodePasswordDupEmail}},
			},
			"username as password": {
				account.CredentialsInput{Username: "Some-Parent-7", Password: "some-parent-7"},
				fault.Violations{{Field: "password", Code: form.CodePasswordDupUsername}},
			},
			"a password that everybody takes": {
				account.CredentialsInput{Username: "some.parent", Password: "Password123!"},
				fault.Violations{{Field: "password", Code: form.CodePasswordKnown}},
			},
		} {
			t.Run(name, func(t *testing.T) {
				_, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, tc.in, fixture.English)
				fixture.DiffViolations(t, tc.want, err)
			})
		}
		if _, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, account.CredentialsInput{Username: "still.good", Password: fixture.GoodPassword}, fixture.English); err != nil {
			t.Errorf("after refusals the token is spent: %v", err)
		}
	})

	t.Run("token expires", func(t *testing.T) {
		accounts := fixture.Pay(t, env, env.SignUp(t))
		env.Clock.Advance(24 * time.Hour)
		_, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, account.CredentialsInput{Username: "too.late", Password: fixture.GoodPassword}, fixture.English)
		if !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("after 24 hours: %v, want %v", err, fault.TokenInvalid)
		}
	})

	t.Run("one username, many parents concurrently", func(t *testing.T) {
		tokens := make([]secret.Secret, 8)
		for i := range tokens {
			tokens[i] = fixture.Pay(t, env, env.SignUp(t)).Token
		}
		var wg sync.WaitGroup
		outcomes := make(chan error, len(tokens))
		for _, token := range tokens {
			wg.Go(func() {
				_, err := env.Client.Account.SetCredentials(t.Context(), token, account.CredentialsInput{Username: "wanted.by.all", Password: fixture.GoodPassword}, fixture.English)
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
			fixture.DiffViolations(t, fault.Violations{{Field: "username", Code: form.CodeUsernameTaken}}, err)
		}
		if won != 1 {
			t.Errorf("%d parents have the username, want 1", won)
		}
	})
}

// Rejected passwords cost no hash and leave no hashing behind.
func TestSetCredentialsSaturated(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) {
		cfg.Hashing = secret.Hashing{Concurrent: 1, Wait: time.Millisecond, MemoryKiB: 64 << 10, Iterations: 4}
	}))
	tokens := make([]secret.Secret, 6)
	for i := range tokens {
		tokens[i] = fixture.Pay(t, env, env.SignUp(t)).Token
	}
	var wg sync.WaitGroup
	outcomes := make(chan error, len(tokens))
	for i, token := range tokens {
		wg.Go(func() {
			_, err := env.Client.Account.SetCredentials(t.Context(), token, account.CredentialsInput{Username: fmt.Sprintf("parent.%d", i), Password: fixture.GoodPassword}, fixture.English)
			outcomes <- err
		})
	}
	wg.Wait()
	close(outcomes)
	var set, refused int
	for err := range outcomes {
		var failure *fault.Fault
		switch {
		case err == nil:
			set++
		case errors.As(err, &failure) && errors.Is(err, fault.Saturated) && failure.RetryAfter > 0:
			refused++
		default:
			t.Errorf("got %v, want none or %v", err, fault.Saturated)
		}
	}
	if set == 0 || set+refused != len(tokens) {
		t.Errorf("%d set, %d must retry, of %d", set, refused, len(tokens))
	}
}

// A login that fails because the server is saturated isn't counted as an attempt, so a retry is never refused.
func TestSaturatedLoginIsNoAttempt(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) {
		cfg.Hashing = secret.Hashing{Concurrent: 1, Wait: time.Millisecond, MemoryKiB: 64 << 10, Iterations: 4}
		cfg.Limits.Logins, cfg.Limits.LoginAccount = caller.Limit{}, caller.Limit{}
	}))
	paid := fixture.Pay(t, env, env.SignUp(t))
	if _, err := env.Client.Account.SetCredentials(t.Context(), paid.Token, account.CredentialsInput{Username: "ana.diaz", Password: fixture.GoodPassword}, fixture.English); err != nil {
		t.Fatal(err)
	}
	elsewhere := caller.Meta{Lang: "en", Locale: "en-US", ClientAddr: "203.0.113.77"}
	tries := 2 * caller.DefaultLimits().Logins.Count
	outcomes := make(chan error, tries)
	var all sync.WaitGroup
	for range tries {
		all.Go(func() {
			_, err := env.Client.Account.Login(t.Context(), "ana.diaz", fixture.GoodPassword, elsewhere)
			outcomes <- err
		})
	}
	all.Wait()
	close(outcomes)
	in, back := 0, 0
	for err := range outcomes {
		switch {
		case err == nil:
			in++
		case errors.Is(err, fault.Saturated):
			back++
		default:
			t.Errorf("got %v, want none or %v", err, fault.Saturated)
		}
	}
	if in == 0 || back == 0 {
		t.Errorf("%d logged in, %d must retry, of %d", in, back, tries)
	}
	if answer, err := env.Client.Account.Login(t.Context(), "ana.diaz", fixture.GoodPassword, elsewhere); err != nil || answer.Auth == "" {
		t.Errorf("log in when there is a turn again: %+v, %v", answer, err)
	}
}

func TestMailLink(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Links = caller.Limit{} }))
	waiting := fixture.Pay(t, env, env.SignUp(t))
	done := fixture.Pay(t, env, env.SignUp(t))
	if _, err := env.Client.Account.SetCredentials(t.Context(), done.Token, account.CredentialsInput{Username: "has.one", Password: fixture.GoodPassword}, fixture.English); err != nil {
		t.Fatal(err)
	}
	for _, email := range []string{" ANA.diaz.1@example.com", "ana.diaz.2@example.com", "ben.diaz.1@example.com", "nobody@example.com"} {
		if err := env.Client.Account.MailLink(t.Context(), email, fixture.English); err != nil {
			t.Errorf("%s: %v", email, err)
		}
	}
	want := []string{"mail_credentials " + waiting.AccountID.String(), "mail_invitation " + waiting.AccountID.String(), "mail_password " + done.AccountID.String()}
	var jobs []string
	rows, err := env.Pool.Query(t.Context(), `SELECT kind || ' ' || coalesce(args->>'accountId', (SELECT i.inviter_account_id::text FROM invitations i WHERE i.id::text = args->>'invitationId')) FROM river_job WHERE kind IN ('mail_credentials', 'mail_password') OR args->>'renewal' = 'true' ORDER BY kind`)
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
	if diff := cmp.Diff(want, jobs); diff != "" {
		t.Errorf("jobs (-want +got):\n%s", diff)
	}
	err = env.Client.Account.MailLink(t.Context(), "not an address", fixture.English)
	fixture.DiffViolations(t, fault.Violations{{Field: "email", Code: form.CodeEmailInvalid}}, err)
	for range 3 {
		err = errors.Join(err, env.Client.Account.MailLink(t.Context(), "nobody@example.com", fixture.English))
	}
	if !errors.Is(err, fault.TooManyTries) {
		t.Errorf("a fourth link within the hour: %v, want %v", err, fault.TooManyTries)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := env.Client.Account.MailLink(canceled, "late@example.com", fixture.English); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}
