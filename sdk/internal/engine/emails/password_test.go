package emails_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/secret"
)

// forgotten signs a parent up and sets a username. It returns the username and the parent's address.
func forgotten(t *testing.T, w *fixture.Till) (username, addr string) {
	t.Helper()
	s := w.SignUp(t)
	paid, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
	if err != nil {
		t.Fatal(err)
	}
	in := account.CredentialsInput{Username: "ana.who.forgot", Password: fixture.GoodPassword}
	if _, err := w.Client.Account.SetCredentials(t.Context(), secret.Secret(paid.ClickToJoinToken), in, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	return in.Username, paid.Registration.Parent.Email
}

// passwordLink requests a link and returns the token in the mail.
func passwordLink(t *testing.T, w *fixture.Till, addr string) secret.Secret {
	t.Helper()
	if err := w.Client.Account.MailLink(t.Context(), addr, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	return lastToken(t, w, email.Password, "/app/join/password")
}

// lastToken returns the token in the last mail of a kind. It checks the path of its link.
func lastToken(t *testing.T, w *fixture.Till, kind email.Kind, path string) secret.Secret {
	t.Helper()
	var link string
	for _, m := range w.Mailbox.Mails() {
		if m.Kind == kind {
			link = m.Link.Reveal()
		}
	}
	address, fragment, _ := strings.Cut(link, "#")
	values, err := url.ParseQuery(fragment)
	if err != nil || !strings.HasSuffix(address, path) {
		t.Fatalf("the link of the last %s leads to %q, %v", kind, address, err)
	}
	return secret.Secret(values.Get("token"))
}

// A parent recovers a forgotten username and password by mail. The old password no longer works, and the owner gets a notice.
func TestPasswordIsReplaced(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	username, addr := forgotten(t, w)
	before, err := w.Client.Account.Login(t.Context(), username, fixture.GoodPassword, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	token := passwordLink(t, w, addr)
	first := mailOf(t, w, email.Password).Text
	fixture.WantLines(t, first, "Hello,", "Set a new password:")
	if strings.Contains(first, username) {
		t.Errorf("the mail to an address that hasn't answered has the username: %s", first)
	}

	_, err = w.Client.Account.SetPassword(t.Context(), token, account.PasswordInput{Password: "short"}, fixture.English)
	var broken *fault.ValidationError
	if !errors.As(err, &broken) || broken.Violations[0].Field != "password" {
		t.Errorf("a short password: %v", err)
	}
	_, err = w.Client.Account.SetPassword(t.Context(), token, account.PasswordInput{Password: "Password123!"}, fixture.English)
	fixture.DiffViolations(t, fault.Violations{{Field: "password", Code: form.CodePasswordKnown}}, err)
	in := account.PasswordInput{Password: "A-Better-Horse-2"}
	got, err := w.Client.Account.SetPassword(t.Context(), token, in, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	auth := secret.Secret(got.Login.Auth)
	got.Login.Auth = ""
	want := &account.PasswordAnswer{Username: username, Login: account.LoginAnswer{Redirect: w.Config.Site.WithDefaults().Links["home"], UserID: before.UserID}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	if own, err := w.Client.Account.Parent(t.Context(), before.UserID, auth); err != nil || own.UserID != before.UserID {
		t.Errorf("the new login opens %+v, %v", own, err)
	}
	if _, err := w.Client.Account.Parent(t.Context(), before.UserID, secret.Secret(before.Auth)); !errors.Is(err, account.InvitationTokenInvalid) {
		t.Errorf("the login from before: %v, want %v", err, account.InvitationTokenInvalid)
	}
	for password, works := range map[secret.Secret]bool{fixture.GoodPassword: false, in.Password: true} {
		if login, err := w.Client.Account.Login(t.Context(), username, password, fixture.English); err != nil || (login.Auth != "") != works {
			t.Errorf("login with %s: %+v, %v; want %v", password.Reveal(), login, err, works)
		}
	}
	if _, err := w.Client.Account.SetPassword(t.Context(), token, in, fixture.English); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("the link again: %v, want %v", err, fault.TokenInvalid)
	}
	w.Work(t)
	if mail := mailOf(t, w, email.PasswordChanged); mail.To != addr {
		t.Errorf("mailed to %s, want %s", mail.To, addr)
	}
	passwordLink(t, w, addr)
	mails := w.Mailbox.Mails()
	fixture.WantLines(t, mails[len(mails)-1].Text, "Hello Ana,", "Your username is "+username+".")
}

// A link for a new password works for an hour, only for that purpose, and also after a request for another. The first use ends all of them.
func TestPasswordLinkEnds(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	_, addr := forgotten(t, w)
	in := account.PasswordInput{Password: "A-Better-Horse-2"}
	first, strangers := passwordLink(t, w, addr), passwordLink(t, w, addr)
	if _, err := w.Client.Account.SetPassword(t.Context(), first, in, fixture.English); err != nil {
		t.Errorf("the owner's link, after a stranger requested another: %v", err)
	}
	if _, err := w.Client.Account.SetPassword(t.Context(), strangers, in, fixture.English); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("another link, after the password was set: %v, want %v", err, fault.TokenInvalid)
	}
	last := passwordLink(t, w, addr)
	if _, err := w.Client.Account.UsernameAvailability(t.Context(), last, "somebody.else"); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("as a credentials token: %v, want %v", err, fault.TokenInvalid)
	}
	w.Clock.Advance(time.Hour)
	if _, err := w.Client.Account.SetPassword(t.Context(), last, in, fixture.English); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("after an hour: %v, want %v", err, fault.TokenInvalid)
	}
}

// reminders counts the mailed reminders.
func reminders(w *fixture.Till) (n int) {
	for _, m := range w.Mailbox.Mails() {
		if m.Kind == email.CredentialsReminder {
			n++
		}
	}
	return n
}

// A payer without a username gets a reminder after an hour and after a day, then no more. The last link works.
func TestCredentialsReminders(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	got := map[time.Duration]int{}
	var passed time.Duration
	for _, at := range []time.Duration{59 * time.Minute, time.Hour, 23 * time.Hour, 24 * time.Hour, 30 * 24 * time.Hour} {
		w.Clock.Advance(at - passed)
		passed = at
		w.Work(t)
		got[at] = reminders(w)
	}
	if diff := cmp.Diff(map[time.Duration]int{59 * time.Minute: 0, time.Hour: 1, 23 * time.Hour: 1, 24 * time.Hour: 2, 30 * 24 * time.Hour: 2}, got); diff != "" {
		t.Errorf("reminders by then (-want +got):\n%s", diff)
	}
	in := account.CredentialsInput{Username: "ana.at.last", Password: fixture.GoodPassword}
	if _, err := w.Client.Account.SetCredentials(t.Context(), lastToken(t, w, email.CredentialsReminder, "/app/join/credentials"), in, fixture.English); err != nil {
		t.Errorf("the reminder's link: %v", err)
	}
}

// A payer with a username gets no reminder.
func TestNoReminderOfAUsername(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	paid, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	in := account.CredentialsInput{Username: "ana.was.quick", Password: fixture.GoodPassword}
	if _, err := w.Client.Account.SetCredentials(t.Context(), secret.Secret(paid.ClickToJoinToken), in, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(48 * time.Hour)
	w.Work(t)
	if n := reminders(w); n != 0 {
		t.Errorf("%d reminders, want none", n)
	}
}

// A repeated call with another password is another call. It is rejected, not answered from the first call's result.
func TestRepeatedCallWithAnotherPassword(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	_, addr := forgotten(t, w)
	token := passwordLink(t, w, addr)
	meta := fixture.English
	meta.IdempotencyKey = "the-same-key-again"
	set := func(password secret.Secret) error {
		_, err := w.Client.Account.SetPassword(t.Context(), token, account.PasswordInput{Password: password}, meta)
		return err
	}
	if err := set("A-Better-Horse-2"); err != nil {
		t.Fatal(err)
	}
	if err := set("A-Better-Horse-2"); err != nil {
		t.Errorf("the same call again: %v", err)
	}
	if err := set("A-Better-Horse-3"); !errors.Is(err, fault.IdempotencyMismatch) {
		t.Errorf("with another password: %v, want %v", err, fault.IdempotencyMismatch)
	}
}
