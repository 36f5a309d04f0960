package emails_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// elsewhere requests a link to continue a sign-up and returns the key in the mail.
func elsewhere(t *testing.T, w *fixture.Till, s sdktest.Session) secret.Secret {
	t.Helper()
	if err := w.Client.Signup.MailLink(t.Context(), s.SignupID, s.Key, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	return lastToken(t, w, email.SignupLink, "/app/join/resume")
}

// renamed changes the parent's email address.
func renamed(t *testing.T, w *fixture.Till, s sdktest.Session, key secret.Secret, addr string) {
	t.Helper()
	in := signup.Input{Sections: []signup.Section{signup.SectionParent}, Parent: fixture.StepOne().Parent}
	in.Parent.Email = addr
	if _, err := w.Client.Signup.Update(t.Context(), s.SignupID, key, in, fixture.English); err != nil {
		t.Fatal(err)
	}
}

// A parent continues a sign-up on another device by any of the mailed links. The first key stops working.
func TestSignupContinuesOnAnotherDevice(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s, other := w.SignUp(t), w.SignUp(t)
	link := elsewhere(t, w, s)
	m := mailOf(t, w, email.SignupLink)
	fixture.WantLines(t, m.Text, "Your sign-up is waiting for you", "Hello,", "Continue my sign-up:", m.Link.Reveal(),
		"You’re receiving this email because somebody entered your address in a Cojoin sign-up.")
	fixture.WantLines(t, m.Text, "Open the link on any device to continue where you left off. We keep what you entered until 09:30 on June 3, 2026, UTC.")
	second := elsewhere(t, w, s)
	phone := sdktest.Session{SignupID: s.SignupID, Key: link}
	for name, key := range map[string]secret.Secret{"the first device": s.Key, "the link": link, "another link": second} {
		if got, err := w.Client.Signup.Read(t.Context(), s.SignupID, key, fixture.English); err != nil || got.Parent.FirstName != "Ana" {
			t.Errorf("%s reads %+v, %v", name, got, err)
		}
		if _, err := w.Client.Signup.Read(t.Context(), other.SignupID, key, fixture.English); !errors.Is(err, fault.RegistrationKeyWrong) {
			t.Errorf("%s at another's sign-up: %v, want %v", name, err, fault.RegistrationKeyWrong)
		}
	}
	w.Clock.Advance(23 * time.Hour)
	fixture.Update(t, w.Env, phone, signup.Input{Sections: []signup.Section{signup.SectionReferral}, Referral: &form.Referral{Selection: "SEARCH_ENGINE"}})
	isOut(t, w, s)
	w.Clock.Advance(23 * time.Hour)
	if _, err := w.Pay(t, phone, w.Input(t, phone, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	isOut(t, w, s)
	for name, key := range map[string]secret.Secret{"the link": link, "another link": second} {
		if got, err := w.Client.Checkout.Status(t.Context(), s.SignupID, key); err != nil || got.ClickToJoinToken == "" {
			t.Errorf("%s after the payment: %+v, %v", name, got, err)
		}
	}
	if err := w.Client.Signup.MailLink(t.Context(), s.SignupID, link, fixture.English); !errors.Is(err, fault.RegistrationIsPaid) {
		t.Errorf("a link of a paid sign-up: %v, want %v", err, fault.RegistrationIsPaid)
	}
}

// isOut checks that the key of a sign-up's first device no longer opens it.
func isOut(t *testing.T, w *fixture.Till, s sdktest.Session) {
	t.Helper()
	_, read := w.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
	_, status := w.Client.Checkout.Status(t.Context(), s.SignupID, s.Key)
	_, update := w.Client.Signup.Update(t.Context(), s.SignupID, s.Key, fixture.StepOne(), fixture.English)
	_, pay := w.Pay(t, s, payment.Input{})
	for call, err := range map[string]error{
		"read": read, "status": status, "update": update, "pay": pay, "link": w.Client.Signup.MailLink(t.Context(), s.SignupID, s.Key, fixture.English),
	} {
		if !errors.Is(err, fault.RegistrationKeyWrong) {
			t.Errorf("%s with the first key: %v, want %v", call, err, fault.RegistrationKeyWrong)
		}
	}
}

// A stranger begins a sign-up with another person's address. After that person pays by the link, without any other step, the stranger can't read it.
func TestPayingByALinkEndsTheFirstKey(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	phone := sdktest.Session{SignupID: s.SignupID, Key: elsewhere(t, w, s)}
	_, err := w.Pay(t, phone, w.Input(t, phone, "fake-processor-declined-visa-nonce"))
	fixture.WantRefusal(t, err, "nonce=payment_method_declined")
	isOut(t, w, s)
	if _, err := w.Pay(t, phone, w.Input(t, phone, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	isOut(t, w, s)
}

// An address that has an account by now gets no links of a sign-up that can't be finished with it.
func TestNoSignupLinkToAnAccount(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	theirs, own := w.SignUp(t), w.SignUp(t)
	renamed(t, w, theirs, theirs.Key, "ana.owns.this@example.com")
	renamed(t, w, own, own.Key, "ana.owns.this@example.com")
	if _, err := w.Pay(t, own, w.Input(t, own, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	if err := w.Client.Signup.MailLink(t.Context(), theirs.SignupID, theirs.Key, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	for _, m := range w.Mailbox.Mails() {
		if m.Kind == email.SignupLink {
			t.Errorf("mailed to an account's address: %s", m.Text)
		}
	}
}

// Links of sign-ups have their own limit: a flood of them doesn't use up the links that the mailbox's owner requests.
func TestSignupLinksHaveTheirOwnLimit(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Links.Count = 2 }))
	theirs, again, own := w.SignUp(t), w.SignUp(t), w.SignUp(t)
	const address = "ana.owns.this@example.com"
	for _, s := range []sdktest.Session{theirs, again, own} {
		renamed(t, w, s, s.Key, address)
	}
	for range 2 {
		elsewhere(t, w, theirs)
	}
	if err := w.Client.Signup.MailLink(t.Context(), again.SignupID, again.Key, fixture.English); !errors.Is(err, fault.TooManyTries) {
		t.Errorf("a third to the address, from another sign-up: %v, want %v", err, fault.TooManyTries)
	}
	if _, err := w.Pay(t, own, w.Input(t, own, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	if err := w.Client.Account.MailLink(t.Context(), address, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	if link := mailOf(t, w, email.Credentials); link.To != address {
		t.Errorf("the owner's link was mailed to %s", link.To)
	}
}

// A stranger can cause a mail to any address by beginning a sign-up. The mail has the name only after the mailbox has answered. No link survives in
// the name, and no name prevents the mail.
func TestSignupLinkNamesAPerson(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	in := signup.Input{Sections: []signup.Section{signup.SectionParent}, Parent: fixture.StepOne().Parent}
	in.Parent.FirstName, in.Parent.LastName = "http://bit.ly/3xAbc", `"Annie" Diaz`
	if _, err := w.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, fixture.English); err != nil {
		t.Fatal(err)
	}
	link := sdktest.Session{SignupID: s.SignupID, Key: elsewhere(t, w, s)}
	m := mailOf(t, w, email.SignupLink)
	fixture.WantLines(t, m.Text, "Hello,")
	if m.ToName != "" || strings.Contains(m.Text+m.HTML, "bit ly") {
		t.Errorf("before the mailbox answered: to %q, %s", m.ToName, m.Text)
	}
	fixture.Update(t, w.Env, link, in)
	elsewhere(t, w, link)
	mails := w.Mailbox.Mails()
	m = mails[len(mails)-1]
	fixture.WantLines(t, m.Text, "Hello http bit ly 3xAbc,")
	if want := "http bit ly 3xAbc Annie Diaz"; m.ToName != want {
		t.Errorf("to %q, want %q", m.ToName, want)
	}
}

// A link to a mistyped address ends when the address is corrected. After a correction by a link, only that link continues to work.
func TestSignupLinkEndsWithTheAddress(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	mistyped := elsewhere(t, w, s)
	renamed(t, w, s, s.Key, "ana.who.mistyped@example.com")
	if _, err := w.Client.Signup.Read(t.Context(), s.SignupID, mistyped, fixture.English); !errors.Is(err, fault.RegistrationKeyWrong) {
		t.Errorf("the link to the address before: %v", err)
	}
	stray, own := elsewhere(t, w, s), elsewhere(t, w, s)
	renamed(t, w, s, own, "ana.once.more@example.com")
	for name, tc := range map[string]struct {
		key  secret.Secret
		want error
	}{"the stray link": {stray, fault.RegistrationKeyWrong}, "the link in use": {own, nil}, "the first device": {s.Key, fault.RegistrationKeyWrong}} {
		if _, err := w.Client.Signup.Read(t.Context(), s.SignupID, tc.key, fixture.English); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
}

// A link of an expired sign-up reports the expiry. A sign-up that is over by the time of its job gets no mail.
func TestSignupLinkOfExpiredSignup(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	link := elsewhere(t, w, s)
	w.Clock.Advance(signups.Life)
	if _, err := w.Client.Signup.Read(t.Context(), s.SignupID, link, fixture.English); !errors.Is(err, fault.RegistrationGone) {
		t.Errorf("after its life: %v, want %v", err, fault.RegistrationGone)
	}
	paid := w.SignUp(t)
	if err := w.Client.Signup.MailLink(t.Context(), paid.SignupID, paid.Key, caller.Meta{Lang: "en"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Pay(t, paid, w.Input(t, paid, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	before := len(w.Mailbox.Mails())
	w.Work(t)
	for _, m := range w.Mailbox.Mails()[before:] {
		if m.Kind == email.SignupLink {
			t.Error("the link of a paid sign-up was mailed")
		}
	}
}
