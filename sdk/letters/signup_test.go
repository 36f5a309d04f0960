package letters_test

import (
	"errors"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/mailer"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// elsewhere asks for a link to go on with a sign-up, and returns the key in the mail.
func elsewhere(t *testing.T, w *fixture.Till, s sdktest.Session) secret.Secret {
	t.Helper()
	if err := w.Client.Signup.MailLink(t.Context(), s.SignupID, s.Key, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	return lastToken(t, w, mailer.MailSignupLink, "/app/join/resume")
}

// renamed changes the parent's e-mail address.
func renamed(t *testing.T, w *fixture.Till, s sdktest.Session, key secret.Secret, email string) {
	t.Helper()
	in := signup.Input{Sections: []signup.Section{signup.SectionParent}, Parent: fixture.StepOne().Parent}
	in.Parent.Email = email
	if _, err := w.Client.Signup.Update(t.Context(), s.SignupID, key, in, fixture.English); err != nil {
		t.Fatal(err)
	}
}

// A parent goes on with a sign-up on another device, and on this one; what was paid on either leads both on.
func TestSignupGoesOnElsewhere(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s, other := w.SignUp(t), w.SignUp(t)
	link := elsewhere(t, w, s)
	m := mailOf(t, w, mailer.MailSignupLink)
	fixture.WantLines(t, m.Text, "Your sign-up is waiting for you", "Hello Ana,", "Continue my sign-up:", m.Link.Reveal(),
		"You’re receiving this email because somebody entered your address in a Cojoin sign-up.")
	fixture.WantLines(t, m.Text, "Open the link on any device to continue where you left off. We keep what you entered until 09:30 on June 3, 2026 (UTC).")
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
	w.Clock.Advance(23 * time.Hour)
	if _, err := w.Pay(t, phone, w.Input(t, phone, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	for name, key := range map[string]secret.Secret{"the first device": s.Key, "the link": link} {
		if got, err := w.Client.Checkout.Status(t.Context(), s.SignupID, key); err != nil || got.ClickToJoinToken == "" {
			t.Errorf("%s after the payment: %+v, %v", name, got, err)
		}
	}
	if err := w.Client.Signup.MailLink(t.Context(), s.SignupID, s.Key, fixture.English); !errors.Is(err, fault.RegistrationIsPaid) {
		t.Errorf("a link of a paid sign-up: %v, want %v", err, fault.RegistrationIsPaid)
	}
}

// A link that went to a mistyped address ends when the address is corrected; who corrects it by a link goes on with that one.
func TestSignupLinkEndsWithTheAddress(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	stray, own := elsewhere(t, w, s), elsewhere(t, w, s)
	renamed(t, w, s, own, "ana.who.mistyped@example.com")
	for name, tc := range map[string]struct {
		key  secret.Secret
		want error
	}{"the stray link": {stray, fault.RegistrationKeyWrong}, "the link in use": {own, nil}, "the first device": {s.Key, nil}} {
		if _, err := w.Client.Signup.Read(t.Context(), s.SignupID, tc.key, fixture.English); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
	renamed(t, w, s, s.Key, "ana.once.more@example.com")
	if _, err := w.Client.Signup.Read(t.Context(), s.SignupID, own, fixture.English); !errors.Is(err, fault.RegistrationKeyWrong) {
		t.Errorf("the link to the address before: %v", err)
	}
}

// A link of a sign-up that has run out says so, and none is mailed of one that is over by the time of its job.
func TestSignupLinkOfWhatIsOver(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	link := elsewhere(t, w, s)
	w.Clock.Advance(signup.Life)
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
		if m.Kind == mailer.MailSignupLink {
			t.Error("the link of a paid sign-up was mailed")
		}
	}
}
