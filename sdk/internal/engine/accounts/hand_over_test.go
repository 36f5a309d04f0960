package accounts_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// A code in the URL's fragment brings a login to the account page: once, within a minute, while the login lasts. A logout in either place
// ends both.
func TestHandOver(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	accounts := fixture.Pay(t, env, env.SignUp(t))
	if _, err := env.Client.Account.SetCredentials(t.Context(), accounts.Token, account.CredentialsInput{Username: "ana.diaz", Password: fixture.GoodPassword}, fixture.English); err != nil {
		t.Fatal(err)
	}
	login := func() secret.Secret {
		answer := must[*account.LoginAnswer](t)(env.Client.Account.Login(t.Context(), "ana.diaz", fixture.GoodPassword, fixture.English))
		return secret.Secret(answer.Auth)
	}
	codeOf := func(token secret.Secret) secret.Secret {
		led := must[*account.HandOver](t)(env.Client.Account.LeadHome(t.Context(), token, "", caller.Meta{Lang: "es", Locale: "es-MX"}))
		code, found := strings.CutPrefix(led.Redirect, "http://127.0.0.1:8080/app/join/account?lang=es-MX#token=")
		if !found {
			t.Fatalf("led to %s", led.Redirect)
		}
		return secret.Secret(code)
	}
	takeOver := func(code secret.Secret) secret.Secret {
		answer := must[*account.LoginAnswer](t)(env.Client.Account.TakeOver(t.Context(), code))
		want := &account.LoginAnswer{Redirect: "http://127.0.0.1:8080/app/join/account", UserID: accounts.AccountID.String()}
		if diff := cmp.Diff(want, answer, cmpopts.IgnoreFields(account.LoginAnswer{}, "Auth")); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		return secret.Secret(answer.Auth)
	}
	open := func(tokens ...secret.Secret) (out []bool) {
		for _, token := range tokens {
			_, err := env.Client.Account.Sessions(t.Context(), token)
			if err != nil && !errors.Is(err, fault.TokenInvalid) {
				t.Fatal(err)
			}
			out = append(out, err == nil)
		}
		return out
	}
	expect := func(what string, want, got []bool) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}

	embedded := login()
	code := codeOf(embedded)
	there := takeOver(code)
	expect("the code opens nothing itself; both logins are good", []bool{false, true, true}, open(code, embedded, there))

	late := codeOf(embedded)
	env.Clock.Advance(core.HandOverTokenLife)
	for what, bad := range map[string]secret.Secret{"used": code, "too late": late, "a login": embedded, "made up": "made-up", "none": ""} {
		if answer, err := env.Client.Account.TakeOver(t.Context(), bad); !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("%s: %+v, %v; want %v", what, answer, err, fault.TokenInvalid)
		}
	}
	if _, err := env.Client.Account.LeadHome(t.Context(), codeOf(embedded), "", fixture.English); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("a code led on: %v", err)
	}

	// A login handed over twice still ends with the first one.
	env.Clock.Advance(core.AccountTokenLife - 2*core.HandOverTokenLife)
	again := takeOver(codeOf(there))
	last := codeOf(again)
	expect("before the hour is over", []bool{true, true, true}, open(embedded, there, again))
	env.Clock.Advance(core.HandOverTokenLife)
	expect("after the hour", []bool{false, false, false}, open(embedded, there, again))
	if _, err := env.Client.Account.TakeOver(t.Context(), last); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("a code outlived its login: %v", err)
	}

	embedded, other := login(), login()
	there = takeOver(codeOf(embedded))
	waiting := codeOf(embedded)
	if err := env.Client.Account.Logout(t.Context(), there); err != nil {
		t.Fatal(err)
	}
	expect("logged out there, it is over here, and nowhere else", []bool{false, false, true}, open(embedded, there, other))
	if _, err := env.Client.Account.TakeOver(t.Context(), waiting); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("a code of a login that is over: %v", err)
	}
	there, waiting = takeOver(codeOf(other)), codeOf(other)
	sessions := must[*account.SessionList](t)(env.Client.Account.Sessions(t.Context(), there))
	for _, session := range sessions.Sessions {
		if !session.Current {
			if err := env.Client.Account.EndSession(t.Context(), there, session.SessionID); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := env.Client.Account.TakeOver(t.Context(), waiting); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("a code of a session that was ended: %v", err)
	}
	env.Clock.Advance(time.Hour)
	expect("an hour later", []bool{false, false}, open(there, other))
}

// must fails the test immediately if a call failed.
func must[T any](t *testing.T) func(T, error) T {
	t.Helper()
	return func(answer T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
}
