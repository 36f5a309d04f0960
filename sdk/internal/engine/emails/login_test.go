package emails_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/secret"
)

// A login in a new browser is mailed to the account's owner, and so is a command line's on a new network: once a day and network.
func TestLoginElsewhereIsMailed(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	username, _ := forgotten(t, w)
	mails := func() int {
		w.Work(t)
		n := 0
		for _, m := range w.Mailbox.Mails() {
			if m.Kind == email.Login {
				n++
			}
		}
		return n
	}
	const home, abroad = "198.51.100.7", "2001:db8:7::1"
	steps := []struct {
		what            string
		browser, addr   string
		isCommand       bool
		wrong           bool
		later           time.Duration
		mailsAfterwards int
	}{
		{what: "a first browser", browser: "browser-1", addr: home, mailsAfterwards: 1},
		{what: "the same, elsewhere", browser: "browser-1", addr: abroad, mailsAfterwards: 1},
		{what: "a wrong password", browser: "browser-2", addr: abroad, wrong: true, mailsAfterwards: 1},
		{what: "another browser, elsewhere", browser: "browser-2", addr: abroad, mailsAfterwards: 2},
		{what: "a third there on the same day", browser: "browser-3", addr: "2001:db8:7:ff::9", mailsAfterwards: 2},
		{what: "the third again, a day later", browser: "browser-3", addr: abroad, later: 25 * time.Hour, mailsAfterwards: 2},
		{what: "a fourth", browser: "browser-4", addr: abroad, mailsAfterwards: 3},
		{what: "a command line", addr: "203.0.113.1", isCommand: true, mailsAfterwards: 4},
		{what: "a command line of that network", addr: "203.0.113.200", isCommand: true, later: 25 * time.Hour, mailsAfterwards: 4},
		{what: "a program that says neither", mailsAfterwards: 4},
		{what: "the first browser, within a year", browser: "browser-1", addr: home, later: 360 * 24 * time.Hour, mailsAfterwards: 4},
		{what: "the first browser, within a year of that", browser: "browser-1", addr: home, later: 360 * 24 * time.Hour, mailsAfterwards: 4},
		{what: "the second, a year after", browser: "browser-2", addr: home, later: 10 * 24 * time.Hour, mailsAfterwards: 5},
	}
	for _, s := range steps {
		w.Clock.Advance(s.later)
		meta := caller.Meta{Lang: "en", AnonymousID: s.browser, ClientAddr: s.addr}
		password := fixture.GoodPassword
		if s.wrong {
			password = "another-Horse-8"
		}
		var err error
		if s.isCommand {
			_, err = w.Client.Professional.CreateAccessToken(t.Context(), username, password, meta)
		} else {
			_, err = w.Client.Account.Login(t.Context(), username, password, meta)
		}
		if err != nil {
			t.Fatalf("%s: %v", s.what, err)
		}
		if got := mails(); got != s.mailsAfterwards {
			t.Errorf("%s: %d mails, want %d", s.what, got, s.mailsAfterwards)
		}
	}
}

// The mail has time and place. Its link ends every login, including the stranger's, before it offers a new password.
func TestLoginMailEndsLogins(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	username, _ := forgotten(t, w)
	mine, err := w.Client.Account.Login(t.Context(), username, fixture.GoodPassword, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := w.Client.Account.Login(t.Context(), username, fixture.GoodPassword, caller.Meta{Lang: "en", AnonymousID: "a-stranger", ClientAddr: "203.0.113.1"})
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	at := w.Clock.Now().UTC()
	fixture.WantLines(t, mailOf(t, w, email.Login).Text,
		"Someone logged in to your account at "+day.Time(at, "America/New_York")+" on "+at.Format("January 2, 2006")+", Eastern Time (New York), in a browser that it hasn’t been used in before.",
		"If it was you, there is nothing to do.", "It wasn’t me:")
	token := lastToken(t, w, email.Login, "/app/mail/not-me?lang=en")
	good := func() (out []bool) {
		for _, login := range []*account.LoginAnswer{mine, theirs} {
			_, err := w.Client.Account.Sessions(t.Context(), secret.Secret(login.Auth))
			if err != nil && !errors.Is(err, fault.TokenInvalid) {
				t.Fatal(err)
			}
			out = append(out, err == nil)
		}
		return out
	}
	if diff := cmp.Diff([]bool{true, true}, good()); diff != "" {
		t.Errorf("before the button was pressed (-want +got):\n%s", diff)
	}
	w.Clock.Advance(40 * time.Minute)
	if err := w.Client.Account.EndLogins(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]bool{false, false}, good()); diff != "" {
		t.Errorf("afterwards (-want +got):\n%s", diff)
	}
	if err := w.Client.Account.EndLogins(t.Context(), token); err != nil {
		t.Errorf("pressed twice: %v", err)
	}
	w.Clock.Advance(6 * 24 * time.Hour)
	if _, err := w.Client.Account.SetPassword(t.Context(), token, account.PasswordInput{Password: "A-Better-Horse-2"}, fixture.English); err != nil {
		t.Errorf("the same link sets a new password: %v", err)
	}
	for what, other := range map[string]secret.Secret{"used": token, "a login's": secret.Secret(mine.Auth), "none": ""} {
		if err := w.Client.Account.EndLogins(t.Context(), other); !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("%s: %v, want %v", what, err, fault.TokenInvalid)
		}
	}
}
