package accounts_test

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

func TestLogin(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) {
		cfg.Site.Links = map[string]string{"login": "https://example.com/login?lang=en", "home": "https://example.com/home"}
	}))
	accounts := fixture.Pay(t, env, env.SignUp(t))
	if _, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, account.CredentialsInput{Username: "Ana.Diaz", Password: fixture.GoodPassword}, fixture.English); err != nil {
		t.Fatal(err)
	}

	t.Run("OK", func(t *testing.T) {
		got, err := env.Client.Account.Login(t.Context(), "ana.DIAZ", fixture.GoodPassword, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		want := &account.LoginAnswer{Redirect: "https://example.com/home", UserID: accounts.AccountID.String()}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(account.LoginAnswer{}, "Auth")); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		token := secret.Secret(got.Auth)
		if own, err := env.Client.Account.Parent(t.Context(), want.UserID, token); err != nil || own.UserID != want.UserID {
			t.Errorf("the token opens %+v, %v; want %s", own, err, want.UserID)
		}
		if err := env.Client.Account.Logout(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		if _, err := env.Client.Account.Parent(t.Context(), want.UserID, token); !errors.Is(err, account.InvitationTokenInvalid) {
			t.Errorf("after logging out: %v, want %v", err, account.InvitationTokenInvalid)
		}
	})

	t.Run("account token lives an hour", func(t *testing.T) {
		got, err := env.Client.Account.Login(t.Context(), "ana.diaz", fixture.GoodPassword, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		env.Clock.Advance(time.Hour)
		if _, err := env.Client.Account.Parent(t.Context(), got.UserID, secret.Secret(got.Auth)); !errors.Is(err, account.InvitationTokenInvalid) {
			t.Errorf("after an hour: %v, want %v", err, account.InvitationTokenInvalid)
		}
	})

	t.Run("failed", func(t *testing.T) {
		want := &account.LoginAnswer{Redirect: "https://example.com/login?lang=en&login_error=1"}
		for name, tc := range map[string]struct {
			username string
			password secret.Secret
		}{
			"wrong password": {"Ana.Diaz", "c0rrect-horse-battery"},
			"unknown":        {"nobody.here", fixture.GoodPassword},
			"empty":          {"", ""},
			"no password":    {"Ana.Diaz", ""},
			"a megabyte":     {"Ana.Diaz", secret.Secret(strings.Repeat("x", 1<<20))},
			"a long name":    {"Ana.Diaz" + strings.Repeat(" ", 1<<10), fixture.GoodPassword},
		} {
			t.Run(name, func(t *testing.T) {
				got, err := env.Client.Account.Login(t.Context(), tc.username, tc.password, fixture.English)
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
		stronger.Hashing = secret.Hashing{MemoryKiB: 128, Iterations: 2}
		client := env.NewClient(t, stronger)
		for range 2 {
			if got, err := client.Account.Login(t.Context(), "Ana.Diaz", fixture.GoodPassword, fixture.English); err != nil || got.Auth == "" {
				t.Fatalf("login: %v, %v", got, err)
			}
		}
		if n := fixture.CountRows(t, env, "credentials WHERE password_hash LIKE '$argon2id$v=19$m=128,t=2,p=1$%'"); n != 1 {
			t.Error("the hash kept its weak parameters")
		}
	})
}

// hashes counts the password hashes of a client.
type hashes struct {
	gateway.Nobody
	n atomic.Int64
}

func (h *hashes) Hashed(time.Duration, bool) { h.n.Add(1) }

// A new password ends every login. No login with the old one follows, not even after a check just before.
func TestLoginDuringPasswordChange(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	accounts := fixture.Pay(t, env, env.SignUp(t))
	if _, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, account.CredentialsInput{Username: "Ana.Diaz", Password: fixture.GoodPassword}, fixture.English); err != nil {
		t.Fatal(err)
	}
	logins := func() int { return fixture.CountRows(t, env, "tokens WHERE kind IN ('account', 'access')") }
	before := logins()
	replacing, err := env.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replacing.Exec(t.Context(), "UPDATE credentials SET password_hash = 'another'"); err != nil {
		t.Fatal(err)
	}
	page, line := make(chan *account.LoginAnswer, 1), make(chan error, 1)
	go func() {
		answer, err := env.Client.Account.Login(t.Context(), "ana.diaz", fixture.GoodPassword, fixture.English)
		if err != nil {
			t.Error(err)
		}
		page <- answer
	}()
	go func() {
		_, err := env.Client.Professional.CreateAccessToken(t.Context(), "ana.diaz", fixture.GoodPassword, fixture.English)
		line <- err
	}()
	fixture.WaitUntil(t, "both logins wait", func() bool {
		return fixture.CountRows(t, env, "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 2
	})
	if err := replacing.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := <-page; got == nil || got.Auth != "" || !strings.Contains(got.Redirect, "login_error=1") {
		t.Errorf("the page: %+v", got)
	}
	if err := <-line; !errors.Is(err, fault.LoginRefused) {
		t.Errorf("the command line: %v, want %v", err, fault.LoginRefused)
	}
	if n := logins(); n != before {
		t.Errorf("%d logins, want %d", n, before)
	}
}

// An unknown username costs one hash like a known one, so that the duration of a login doesn't reveal if it exists.
func TestLoginTime(t *testing.T) {
	t.Parallel()
	counted := &hashes{}
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Observer = counted }))
	accounts := fixture.Pay(t, env, env.SignUp(t))
	if _, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, account.CredentialsInput{Username: "Ana.Diaz", Password: fixture.GoodPassword}, fixture.English); err != nil {
		t.Fatal(err)
	}
	got := map[string]int64{}
	for name, tc := range map[string]struct {
		username string
		password secret.Secret
	}{
		"right": {"Ana.Diaz", fixture.GoodPassword}, "wrong password": {"Ana.Diaz", "wr0ng-horse-battery"}, "unknown": {"nobody.here", "wr0ng-horse-battery"},
		"empty": {"", ""}, "a megabyte": {"Ana.Diaz", secret.Secret(strings.Repeat("x", 1<<20))},
	} {
		before := counted.n.Load()
		if _, err := env.Client.Account.Login(t.Context(), tc.username, tc.password, fixture.English); err != nil {
			t.Fatal(err)
		}
		got[name] = counted.n.Load() - before
	}
	if diff := cmp.Diff(map[string]int64{"right": 1, "wrong password": 1, "unknown": 1, "empty": 1, "a megabyte": 1}, got); diff != "" {
		t.Errorf("hashes of a login (-want +got):\n%s", diff)
	}
}

func TestLoginLimit(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Logins = caller.Limit{} }))
	meta := caller.Meta{ClientAddr: "192.0.2.1"}
	for range 5 {
		if _, err := env.Client.Account.Login(t.Context(), "ana.diaz", "wrong", meta); err != nil {
			t.Fatal(err)
		}
	}
	_, err := env.Client.Account.Login(t.Context(), "ANA.diaz", "wrong", meta)
	var failure *fault.Fault
	if !errors.As(err, &failure) || !errors.Is(err, fault.TooManyTries) || failure.RetryAfter != time.Minute {
		t.Errorf("sixth login: %v, want %v after a minute", err, fault.TooManyTries)
	}
	if _, err := env.Client.Account.Login(t.Context(), "ana.diaz", "wrong", caller.Meta{ClientAddr: "192.0.2.2"}); err != nil {
		t.Errorf("from another address: %v", err)
	}
	env.Clock.Advance(time.Minute)
	if _, err := env.Client.Account.Login(t.Context(), "ana.diaz", "wrong", meta); err != nil {
		t.Errorf("a minute later: %v", err)
	}
}

// SetCredentials hashes the password once, and includes the login.
func TestCredentialsHashOnce(t *testing.T) {
	t.Parallel()
	counted := &hashes{}
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Observer = counted }))
	accounts := fixture.Pay(t, env, env.SignUp(t))
	before := counted.n.Load()
	answer, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, account.CredentialsInput{Username: "Ana.Diaz", Password: fixture.GoodPassword}, fixture.English)
	if err != nil || answer.Login.Auth == "" {
		t.Fatalf("%+v, %v", answer, err)
	}
	if n := counted.n.Load() - before; n != 1 {
		t.Errorf("%d hashes, want 1", n)
	}
}

// Guesses from a thousand addresses reach the hash thirty times an hour, more and more slowly. Meanwhile the owner can log in.
func TestGuessesFromManyAddresses(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.LoginAccount = caller.Limit{} }))
	accounts := fixture.Pay(t, env, env.SignUp(t))
	if _, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, account.CredentialsInput{Username: "Ana.Diaz", Password: fixture.GoodPassword}, fixture.English); err != nil {
		t.Fatal(err)
	}
	login := func(address string, password secret.Secret) (bool, error) {
		got, err := env.Client.Account.Login(t.Context(), "Ana.Diaz", password, caller.Meta{Lang: "en", ClientAddr: address})
		return err == nil && got.Auth != "", err
	}
	if in, err := login("198.51.100.7", fixture.GoodPassword); !in {
		t.Fatalf("the owner at home: %v", err)
	}
	env.Clock.Advance(time.Hour)
	hashed, reached := 0, map[int]int{}
	for n := range 1000 {
		in, err := login(fmt.Sprintf("203.0.%d.%d", n/250, n%250), "c0rrect-horse-battery")
		if in || err != nil && !errors.Is(err, fault.TooManyTries) {
			t.Fatalf("guess %d: %v, %v", n, in, err)
		}
		if err == nil { // rejected for its password, so it was hashed
			hashed++
		}
		env.Clock.Advance(3595 * time.Millisecond)
		if minutes := int(float64(n+1) * 3.6 / 60); minutes == 4 || minutes == 29 || minutes == 59 {
			reached[minutes] = hashed
		}
	}
	if diff := cmp.Diff(map[int]int{4: 10, 29: 20, 59: 30}, reached); diff != "" {
		t.Errorf("guesses that reached the hash, by minutes (-want +got):\n%s", diff)
	}
	if in, err := login("198.51.100.7", fixture.GoodPassword); !in {
		t.Errorf("the owner at home, during the attack: %v", err)
	}
	if _, err := login("198.51.100.8", fixture.GoodPassword); !errors.Is(err, fault.TooManyTries) {
		t.Errorf("the right password from an unknown address: %v", err)
	}
}
