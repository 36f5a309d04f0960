package invites_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestExpiredLinkIsRenewed(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) {
		c.Log = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}))
	g := fixture.GuestOf(t, w, false)
	g.Fill(t, fixture.StepOne())
	w.Clock.Advance(14*24*time.Hour - time.Second)
	if err := g.StillGood(t); err != nil {
		t.Errorf("a second before its end: %v", err)
	}
	w.Clock.Advance(time.Second)
	if err := g.StillGood(t); !errors.Is(err, account.InvitationTokenInvalid) {
		t.Errorf("at its end: %v", err)
	}
	if n, err := w.Client.Privacy.ExpireRegistrations(t.Context()); n != 0 || err != nil {
		t.Errorf("%d registrations expired with the link, %v", n, err)
	}
	if err := g.Client.Invite.Renew(t.Context(), g.Token, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	renewed := w.MailedGuest(t, email.InvitationRenewal)
	if err := renewed.StillGood(t); err != nil {
		t.Errorf("the new link: %v", err)
	}
	if err := g.StillGood(t); !errors.Is(err, account.InvitationTokenInvalid) || renewed.UserID != g.UserID || renewed.Token == g.Token {
		t.Errorf("the old link: %v", err)
	}
	// The data entered under the old link is there under the new one.
	if c := renewed.Context(t); c.Next != "/invite/packages" || c.Registration.Parent.FirstName != "Benjamin" {
		t.Errorf("context after the renewal: next %s, parent %+v", c.Next, c.Registration.Parent)
	}
	// Once the link can't be renewed, its registration is gone, too.
	w.Clock.Advance(60 * 24 * time.Hour)
	if n, err := w.Client.Privacy.ExpireRegistrations(t.Context()); n != 1 || err != nil {
		t.Errorf("%d registrations expired, %v", n, err)
	}
	if _, err := w.Client.Invite.Resend(t.Context(), w.InvitationID(t)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	third := w.MailedGuest(t, email.Invitation)
	if c := third.Context(t); c.Next != "/invite/step1" || c.Registration.SignupID != "" {
		t.Errorf("context when everything had ended: next %s, registration %q", c.Next, c.Registration.SignupID)
	}
	if next := third.Fill(t, fixture.StepOne()).Next; next != "/invite/packages" {
		t.Errorf("step 1 leads to %s", next)
	}

	dump := fixture.DumpTables(t, w) + log.String()
	for name, key := range map[string]string{
		"first token": g.Token.Reveal(), "second": renewed.Token.Reveal(), "third": third.Token.Reveal(),
		"security answer": "Rex-the-canary",
	} {
		if strings.Contains(dump, key) {
			t.Errorf("a table or the log has the %s", name)
		}
	}
	if strings.Contains(log.String(), "benjamin") {
		t.Error("the log names the invited parent")
	}
}

func TestRenewalsAreLimited(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Links = caller.Limit{Count: 3, Per: time.Hour} }))
	g := fixture.GuestOf(t, w, false)
	renew := func(token secret.Secret) error { return w.Client.Invite.Renew(t.Context(), token, fixture.English) }
	// Old and new links share a counter. An unknown token gets the same answer.
	for range 3 {
		if err := renew(g.Token); err != nil {
			t.Fatal(err)
		}
		if err := renew("made-up-token"); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
	}
	latest := w.MailedGuest(t, email.InvitationRenewal)
	var refusals []fault.Fault
	for _, token := range []secret.Secret{g.Token, latest.Token, "made-up-token"} {
		var failure *fault.Fault
		if err := renew(token); !errors.As(err, &failure) || !errors.Is(err, invite.NotRenewed) {
			t.Fatalf("the fourth in an hour: %v", err)
		}
		refusals = append(refusals, fault.Fault{Kind: failure.Kind, Code: failure.Code, StatusCode: failure.StatusCode, RetryAfter: failure.RetryAfter})
	}
	want := fault.Fault{Kind: fault.Conflict, Code: "invitation_not_renewed", StatusCode: 111, RetryAfter: time.Hour}
	for _, got := range refusals {
		if got.Kind != want.Kind || got.Code != want.Code || got.StatusCode != want.StatusCode || got.RetryAfter != want.RetryAfter {
			t.Errorf("refusal %+v, want %+v", got, want)
		}
	}
	if diff := cmp.Diff([]string{"invitation", "invitation_renewal", "invitation_renewal", "invitation_renewal"}, w.Kinds()); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
	w.Clock.Advance(time.Hour)
	if err := renew(latest.Token); err != nil {
		t.Errorf("an hour later: %v", err)
	}
	if err := renew(""); !errors.Is(err, invite.NotRenewed) {
		t.Errorf("without a token: %v", err)
	}
}

// If the address has got an account elsewhere, the mail links to that account. After a revocation there is no mail. The answer is the same.
func TestRenewalWhereTheAddressHasAnAccount(t *testing.T) {
	t.Parallel()
	for change, want := range map[string][]string{
		"state = 'open', email_taken = true": {"password ben.diaz.1@example.com: Set a new Cojoin password"},
		"state = 'revoked'":                  nil,
	} {
		t.Run(change, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			g := fixture.GuestOf(t, w, false)
			set := func(change string) {
				if _, err := w.Pool.Exec(t.Context(), "UPDATE invitations SET "+change+" WHERE user_id = $1", g.UserID); err != nil {
					t.Fatal(err)
				}
			}
			set("state = 'revoked'")
			own := w.SignUp(t, func(in *signup.Input) { in.Parent.Email = "ben.diaz.1@example.com" })
			answer, err := w.Pay(t, own, w.Input(t, own, fixture.GoodNonce))
			if err != nil {
				t.Fatal(err)
			}
			w.AccountToken(t, answer)
			set(change)
			w.Work(t)
			w.NewMails(t)
			if err := w.Client.Invite.Renew(t.Context(), g.Token, fixture.English); err != nil {
				t.Fatal(err)
			}
			w.Work(t)
			if diff := cmp.Diff(want, w.NewMails(t)); diff != "" {
				t.Errorf("mails (-want +got):\n%s", diff)
			}
		})
	}
}

// A joined parent without a password gets the link that sets one, and later the link to a new password.
func TestRenewalAfterJoining(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	g := fixture.GuestOf(t, w, true)
	g.Fill(t, fixture.StepOne())
	joined := g.Fill(t, fixture.Billing())
	if err := g.Client.Invite.Renew(t.Context(), g.Token, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	if diff := cmp.Diff([]string{"invitation", "welcome", "credentials"}, w.Kinds()); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
	tab := secret.Secret(joined.ClickToJoinToken)
	if got, err := g.Client.Account.UsernameAvailability(t.Context(), tab, "ben.in.the.tab"); err != nil || !got.Available {
		t.Errorf("the tab's token after a mail that anyone can request: %+v, %v", got, err)
	}
	if _, err := g.Join(t, w.Mailbox.Link(email.Credentials).Get("token"), true); err != nil {
		t.Fatalf("the mailed link: %v", err)
	}
	if _, err := g.Client.Account.UsernameAvailability(t.Context(), tab, "ben.in.the.tab"); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("the tab's token once the mailed one was used: %v, want %v", err, fault.TokenInvalid)
	}
	if err := g.Client.Invite.Renew(t.Context(), g.Token, fixture.English); err != nil {
		t.Errorf("once everything is done, the answer is still the same: %v", err)
	}
	w.Work(t)
	if diff := cmp.Diff([]string{"invitation", "welcome", "credentials", "password"}, w.Kinds()); diff != "" {
		t.Errorf("mails afterwards (-want +got):\n%s", diff)
	}
}

func TestInviteesAreRemindedOnce(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	g := fixture.GuestOf(t, w, false)
	begun := fixture.GuestOf(t, w, false)
	w.Clock.Advance(7*24*time.Hour - time.Second)
	remind := func(want int) {
		t.Helper()
		if got, err := w.Client.Invite.Remind(t.Context()); err != nil || got != want {
			t.Errorf("reminded %d, %v; want %d", got, err, want)
		}
		w.Work(t)
	}
	remind(0)
	begun.Fill(t, fixture.StepOne())
	w.Clock.Advance(time.Second)
	remind(1)
	remind(0)
	w.Clock.Advance(24 * time.Hour)
	remind(0)
	if diff := cmp.Diff([]string{"invitation", "invitation", "invitation_reminder"}, w.Kinds()); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
	reminded := w.MailedGuest(t, email.InvitationReminder)
	if reminded.UserID != g.UserID || reminded.StillGood(t) != nil || !errors.Is(g.StillGood(t), account.InvitationTokenInvalid) {
		t.Error("the reminder's link doesn't replace the first one")
	}
	if err := begun.StillGood(t); err != nil {
		t.Errorf("the link of an invitee with a sign-up: %v", err)
	}
}
