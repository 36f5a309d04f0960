package emails_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// threats match the names in this test. None of our own texts contains them.
var threats = regexp.MustCompile(`(?i)know where|you live|and the kids|900 555|555 0100|i will find|find you|stolen|burn it`)

// threaten puts threats into every text field of a sign-up.
func threaten(in *signup.Input) {
	in.Parent.FirstName, in.Parent.LastName = "I know where", "live and the kids"
	in.CoParent.FirstName, in.CoParent.LastName = "I will", "find you 900 555"
	in.Children = []form.Child{{FirstName: "Stolen", LastName: "Burn It"}}
	line := "Burn It"
	in.Address.Line1, in.Address.Line2 = "I know where", &line
}

// threatening adds a professional with threats in the sign-up.
func threatening(w *fixture.Till, t *testing.T) string {
	t.Helper()
	in := sdktest.ReadyProfessional(9)
	in.FirstName, in.LastName, in.PracticeName = "I know where you", "live and the kids", "1 900 555 0100"
	made, err := w.Client.Professional.Create(t.Context(), in, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	return made.ProfessionalID
}

// No mail contains a typed word in its subject, text, HTML or recipient name, as long as no mailbox has answered and the professional is unverified.
// Usernames and notes are typed, too.
func TestUnverifiedMailsHaveNoTypedText(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "es"} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			c := correspondentsNamed(t, lang, threatening, "I will find you", threaten)
			link := c.SignUp(t, threaten)
			c.forget(t)
			sent := c.everyMail(t, link.SignupID, func(t *testing.T, _ []email.Message) {
				t.Helper()
				in := account.CredentialsInput{Username: "i.will.find.you", Password: fixture.GoodPassword}
				if _, err := c.Client.Account.SetCredentials(t.Context(), c.tab, in, fixture.English); err != nil {
					t.Fatal(err)
				}
			})
			c.change(t, "UPDATE invitations SET email_taken = true")
			c.change(t, "DELETE FROM rate_limits")
			guest := form.InvitedPerson{FirstName: "I will", LastName: "find you 900 555", Email: "guest@example.com"}
			made, err := c.Client.Invite.Create(t.Context(), c.professional, invite.Input{Parent: guest, Locale: lang}, fixture.English)
			if err != nil {
				t.Fatal(err)
			}
			c.change(t, "DELETE FROM river_job")
			c.run(t, email.InvitationJob{InvitationID: c.invitation}, email.InvitationJob{InvitationID: made[0].ID},
				email.InvitationJob{InvitationID: made[0].ID, Reminder: true})
			if len(c.mails) != 3 {
				t.Errorf("%d invitations were mailed, want 3", len(c.mails))
			}
			sent = append(sent, c.mails...)
			kinds := map[email.Kind]bool{}
			for _, m := range sent {
				kinds[m.Kind] = true
				for part, text := range map[string]string{"subject": m.Subject, "text": m.Text, "HTML": m.HTML, "name": m.ToName} {
					if found := threats.FindString(strings.ReplaceAll(text, ".", " ")); found != "" {
						t.Errorf("%s: the %s has %q:\n%s", m.Kind, part, found, m.Text)
					}
				}
			}
			for kind := range mailLeads {
				if !kinds[kind] {
					t.Errorf("no mail %s was sent", kind)
				}
			}
		})
	}
}

// preheader matches the line that a lock screen shows below the subject.
var preheader = regexp.MustCompile(`(?s)mso-hide:all;">(.*?)</div>`)

// Mails name a verified professional, and a payer with a proved mailbox, in the body but never on a lock screen.
func TestMailsNameVerifiedSenders(t *testing.T) {
	t.Parallel()
	c := newCorrespondents(t)
	if err := c.Client.Professional.Verify(t.Context(), c.professional); err != nil {
		t.Fatal(err)
	}
	fixture.Prove(t, c.Env, c.account, "ana.with.name")
	made, err := c.Client.Invite.Create(t.Context(), c.professional, invite.Input{Parent: form.InvitedPerson{FirstName: "Kim", LastName: "Ode", Email: "kim@example.com"}}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	c.change(t, "DELETE FROM river_job")
	c.run(t, email.InvitationJob{InvitationID: c.invitation}, email.InvitationJob{InvitationID: c.invitation, Reminder: true},
		email.InvitationJob{InvitationID: made[0].ID}, email.CodeJob{CodeID: c.code})
	c.change(t, "UPDATE invitations SET email_taken = true WHERE id = '"+c.invitation+"'")
	sent := slices.Clone(c.mails)
	c.run(t, email.InvitationJob{InvitationID: c.invitation})
	var got [][]string
	for _, m := range append(sent, c.mails...) {
		name := regexp.MustCompile(`(?m)^.*(Ana Diaz|Pat Lee).*$`).FindString(m.Text)
		for part, text := range map[string]string{"subject": m.Subject, "preheader": preheader.FindStringSubmatch(m.HTML)[1], "name": m.ToName} {
			if regexp.MustCompile(`Ana|Diaz|Pat|Lee|Ben|Kim`).MatchString(text) {
				t.Errorf("%s: the %s has a name: %s", m.Kind, part, text)
			}
		}
		got = append(got, []string{m.Subject, name})
	}
	want := [][]string{
		{"A parent invited you to Cojoin", "Ana Diaz invited you."},
		{"Your invitation to Cojoin is still open", "Ana Diaz invited you."},
		{"A professional invited you to Cojoin", "Pat Lee invited you."},
		{"Your Cojoin subscription code", "The code is from Pat Lee."},
		{"Someone named you as a co-parent on Cojoin", "It was Ana Diaz."},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("subjects and names (-want +got):\n%s", diff)
	}
}

// victim is the address that the strangers choose.
const victim = "victim@example.com"

// invites makes a professional invite the victim several times.
func invites(t *testing.T, w *fixture.Till, professionalID string, times int) {
	t.Helper()
	for range times {
		in := invite.Input{Parent: form.InvitedPerson{FirstName: "I know where", LastName: "you live", Email: victim}}
		if _, err := w.Client.Invite.Create(t.Context(), professionalID, in, fixture.English); err != nil {
			t.Fatal(err)
		}
	}
}

// toVictim does the due work and returns the kinds of the victim's new mails.
func toVictim(t *testing.T, w *fixture.Till) (kinds []email.Kind) {
	t.Helper()
	before := len(w.Mailbox.Mails())
	w.Work(t)
	for _, m := range w.Mailbox.Mails()[before:] {
		if m.To == victim {
			kinds = append(kinds, m.Kind)
		}
	}
	return kinds
}

// flood makes six new professionals invite the victim five times each.
func flood(t *testing.T, w *fixture.Till) {
	t.Helper()
	for n := range 6 {
		made, err := w.Client.Professional.Create(t.Context(), sdktest.ReadyProfessional(20+n), fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		invites(t, w, made.ProfessionalID, 5)
	}
}

// Six new professionals invite one address five times each: it gets two mails a day, five in thirty days. The other mails wait until their invitations
// expire. The link to a sign-up with that address is sent regardless.
func TestUnverifiedMailsPerAddressAreLimited(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	flood(t, w)
	const invitation = email.Invitation
	got := [][]email.Kind{toVictim(t, w)}
	for _, later := range []time.Duration{23 * time.Hour, time.Hour, 25 * time.Hour, 25 * time.Hour} {
		w.Clock.Advance(later)
		got = append(got, toVictim(t, w))
	}
	if diff := cmp.Diff([][]email.Kind{{invitation, invitation}, nil, {invitation, invitation}, {invitation}, nil}, got); diff != "" {
		t.Errorf("mails immediately, after 23, 24, 49 and 74 hours (-want +got):\n%s", diff)
	}
	if n := fixture.CountRows(t, w.Env, "river_job WHERE kind = 'mail_invitation' AND state = 'scheduled' AND errors IS NULL AND attempt = 0"); n != 25 {
		t.Errorf("%d invitations wait, want 25", n)
	}
	s := w.SignUp(t, func(in *signup.Input) { in.Parent.Email = victim })
	for range 2 {
		if err := w.Client.Signup.MailLink(t.Context(), s.SignupID, s.Key, fixture.English); err != nil {
			t.Fatal(err)
		}
		got = append(got, toVictim(t, w))
	}
	if diff := cmp.Diff([][]email.Kind{{email.SignupLink}, nil}, got[5:]); diff != "" {
		t.Errorf("links to a sign-up (-want +got):\n%s", diff)
	}
	w.Clock.Advance(14 * fixture.Day)
	if got := toVictim(t, w); got != nil {
		t.Errorf("after their invitations have expired: %v", got)
	}
	if n := fixture.CountRows(t, w.Env, "river_job WHERE kind IN ('mail_invitation', 'mail_signup_link') AND state <> 'completed'"); n != 0 {
		t.Errorf("%d mails wait that are never sent", n)
	}
}

// Strangers can't use the limit to block others: the invitation of a verified professional arrives immediately, and so does that of a payer whose
// mailbox has answered. If the mailbox answers later, it arrives within an hour.
func TestUnverifiedMailsDelayNoOthers(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	flood(t, w)
	if got := toVictim(t, w); len(got) != 2 {
		t.Fatalf("%v", got)
	}
	verified := w.Professional(t)
	if err := w.Client.Professional.Verify(t.Context(), verified); err != nil {
		t.Fatal(err)
	}
	invites(t, w, verified, 3)
	if got := toVictim(t, w); len(got) != 3 {
		t.Errorf("mails of a verified professional: %v, want 3", got)
	}
	s := w.SignUp(t, func(in *signup.Input) { in.CoParent.Email, in.CoParentDuplicateConfirmed = victim, true })
	paid, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce))
	if err != nil {
		t.Fatal(err)
	}
	if got := toVictim(t, w); got != nil {
		t.Errorf("mails from a payer without a proved mailbox: %v", got)
	}
	fixture.Prove(t, w.Env, paid.Registration.Parent.UserID, "ana.answers")
	w.Clock.Advance(time.Hour)
	if got := toVictim(t, w); len(got) != 1 {
		t.Errorf("once it has: %v, want 1", got)
	}
	continued := w.SignUp(t, func(in *signup.Input) { in.CoParent.Email, in.CoParentDuplicateConfirmed = victim, true })
	link := fixture.ByLink(t, w.Env, continued)
	if _, err := w.Pay(t, link, w.Input(t, link, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	if got := toVictim(t, w); len(got) != 1 {
		t.Errorf("mails from a payer with a proved mailbox: %v, want 1", got)
	}
}

// A mail that the carrier rejects at first is counted once. The welcome of a professional added by an operator isn't counted.
func TestUnrequestedMailsAreCountedOnce(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	welcome := func() {
		in := sdktest.ReadyProfessional(1)
		in.Email = victim
		if _, err := w.Client.Professional.Create(t.Context(), in, fixture.English); err != nil {
			t.Fatal(err)
		}
	}
	welcome()
	away := errors.New("carrier is away")
	w.Mailbox.Fail(away)
	for range 3 {
		if _, err := jobs.Drain(t.Context(), w.Client, w.Pool, w.Clock.Now()); !errors.Is(err, away) {
			t.Errorf("got %v, want %v", err, away)
		}
		w.Clock.Advance(time.Minute)
	}
	w.Mailbox.Fail(nil)
	welcome()
	welcome()
	if got := toVictim(t, w); len(got) != 2 {
		t.Errorf("%v, want 2", got)
	}
	if _, err := w.Client.Professional.Add(t.Context(), form.Professional{FirstName: "Pat", LastName: "Lee", Email: victim}, fixture.English); err != nil {
		t.Fatal(err)
	}
	if got := toVictim(t, w); len(got) != 1 {
		t.Errorf("the operator's: %v, want 1", got)
	}
}
