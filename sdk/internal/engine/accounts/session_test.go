package accounts_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// A professional lists their sessions, ends one, then all others, then all. Their tokens become invalid immediately. Sessions of other accounts stay
// valid.
func TestSessions(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat, other := env.SignUpProfessional(t), env.SignUpProfessional(t)
	if err := env.Client.Account.EndSessions(t.Context(), pat.Token); err != nil {
		t.Fatal(err)
	}
	login := func() secret.Secret {
		env.Clock.Advance(time.Minute)
		answer, err := env.Client.Account.Login(t.Context(), pat.Username, pat.Password, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		return secret.Secret(answer.Auth)
	}
	lost, here := login(), login()
	env.Clock.Advance(time.Minute)
	made, err := env.Client.Professional.CreateAccessToken(t.Context(), pat.Username, pat.Password, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	now, shell := env.Clock.Now(), secret.Secret(made.Token)
	list, err := env.Client.Account.Sessions(t.Context(), here)
	if err != nil {
		t.Fatal(err)
	}
	want := &account.SessionList{Sessions: []account.Session{ // the access token is unused so far
		{Kind: account.SessionCommandLine, CreatedAt: now, ExpiresAt: now.Add(90 * 24 * time.Hour)},
		{Kind: account.SessionBrowser, CreatedAt: now.Add(-time.Minute), ExpiresAt: now.Add(59 * time.Minute), Current: true},
		{Kind: account.SessionBrowser, CreatedAt: now.Add(-2 * time.Minute), ExpiresAt: now.Add(58 * time.Minute)},
	}}
	if diff := cmp.Diff(want, list, cmpopts.IgnoreFields(account.Session{}, "SessionID")); diff != "" {
		t.Fatalf("sessions (-want +got):\n%s", diff)
	}

	good := func() (out []bool) {
		for _, token := range []secret.Secret{lost, here, shell, other.Token} {
			_, err := env.Client.Account.Sessions(t.Context(), token)
			if err != nil && !errors.Is(err, fault.TokenInvalid) {
				t.Fatal(err)
			}
			out = append(out, err == nil)
		}
		return out
	}
	theirs := list.Sessions[2].SessionID
	for what, c := range map[string]struct {
		token secret.Secret
		id    string
	}{"another's session": {other.Token, theirs}, "no id": {here, "session"}, "an unknown one": {here, pat.UserID}} {
		if err := env.Client.Account.EndSession(t.Context(), c.token, c.id); !errors.Is(err, account.SessionNotFound) {
			t.Errorf("%s: %v, want %v", what, err, account.SessionNotFound)
		}
	}
	if err := env.Client.Account.EndSession(t.Context(), shell, theirs); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]bool{false, true, true, true}, good()); diff != "" {
		t.Errorf("good after one was ended (-want +got):\n%s", diff)
	}
	if err := env.Client.Account.EndSession(t.Context(), here, theirs); !errors.Is(err, account.SessionNotFound) {
		t.Errorf("ended again: %v, want %v", err, account.SessionNotFound)
	}
	lost = login()
	if err := env.Client.Account.EndOtherSessions(t.Context(), here); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]bool{false, true, false, true}, good()); diff != "" {
		t.Errorf("good after all others were ended (-want +got):\n%s", diff)
	}
	lost = login()
	if err := env.Client.Account.EndSessions(t.Context(), here); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]bool{false, false, false, true}, good()); diff != "" {
		t.Errorf("good after all were ended (-want +got):\n%s", diff)
	}
}

// The list of sessions shows the last use of an access token, precise to a day: it is stored at most once in 24 hours, so that most calls write
// nothing. Browser logins end too soon to need it.
func TestSessionsShowLastUse(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	made, err := env.Client.Professional.CreateAccessToken(t.Context(), pat.Username, pat.Password, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	if err := env.Client.Account.EndOtherSessions(t.Context(), secret.Secret(made.Token)); err != nil { // this counts as a use
		t.Fatal(err)
	}
	began := env.Clock.Now()
	var got []time.Duration
	for _, later := range []time.Duration{0, 23 * time.Hour, time.Hour, time.Minute, 3 * fixture.Day} {
		env.Clock.Advance(later)
		if _, err := env.Client.Professional.Authenticate(t.Context(), secret.Secret(made.Token)); err != nil {
			t.Fatal(err)
		}
		login, err := env.Client.Account.Login(t.Context(), pat.Username, pat.Password, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		list, err := env.Client.Account.Sessions(t.Context(), secret.Secret(login.Auth))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list.Sessions {
			switch {
			case s.Kind == account.SessionCommandLine && s.LastUsedAt != nil:
				got = append(got, s.LastUsedAt.Sub(began))
			case s.Kind == account.SessionBrowser && s.LastUsedAt != nil:
				t.Errorf("a browser was last used at %s", s.LastUsedAt)
			}
		}
	}
	if diff := cmp.Diff([]time.Duration{0, 0, 0, 24*time.Hour + time.Minute, 96*time.Hour + time.Minute}, got); diff != "" {
		t.Errorf("time from creation to last use (-want +got):\n%s", diff)
	}
}
