package sdk_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// kinds lists the mails to invitees so far.
func (w *till) kinds() []string {
	var kinds []string
	for _, m := range w.Mailbox.Mails() {
		if m.Kind != sdk.MailReceipt {
			kinds = append(kinds, string(m.Kind))
		}
	}
	return kinds
}

func (g guest) stillGood(t *testing.T) error {
	t.Helper()
	return second(g.Client.Invitation(t.Context(), g.userID, g.token, english))
}

// invitationID is the one invitation's.
func (w *till) invitationID(t *testing.T) (id string) {
	t.Helper()
	if err := w.Pool.QueryRow(t.Context(), "SELECT id FROM invitations").Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

func TestExpiredLinkIsRenewed(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	w := newTill(t, sdktest.WithConfig(func(c *sdk.Config) {
		c.Log = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}))
	g := guestOf(t, w, false)
	g.fill(t, stepOne())
	w.Clock.Advance(14*24*time.Hour - time.Second)
	if err := g.stillGood(t); err != nil {
		t.Errorf("a second before its end: %v", err)
	}
	w.Clock.Advance(time.Second)
	if err := g.stillGood(t); !errors.Is(err, sdk.InvitationTokenInvalid) {
		t.Errorf("at its end: %v", err)
	}
	if n, err := w.Client.ExpireRegistrations(t.Context()); n != 0 || err != nil {
		t.Errorf("%d registrations expired with the link, %v", n, err)
	}
	if err := g.Client.RenewInvitation(t.Context(), g.token, english); err != nil {
		t.Fatal(err)
	}
	w.work(t)
	renewed := w.mailedGuest(t, sdk.MailInvitationRenewal)
	if err := renewed.stillGood(t); err != nil {
		t.Errorf("the new link: %v", err)
	}
	if err := g.stillGood(t); !errors.Is(err, sdk.InvitationTokenInvalid) || renewed.userID != g.userID || renewed.token == g.token {
		t.Errorf("the old link: %v", err)
	}
	// What was entered under the old link is there under the new one.
	if c := renewed.context(t); c.Next != "/invite/packages" || c.Registration.Parent.FirstName != "Benjamin" {
		t.Errorf("context after the renewal: next %s, parent %+v", c.Next, c.Registration.Parent)
	}
	// Once the link can't be renewed any more, neither is there anything left to go on with.
	w.Clock.Advance(60 * 24 * time.Hour)
	if n, err := w.Client.ExpireRegistrations(t.Context()); n != 1 || err != nil {
		t.Errorf("%d registrations expired, %v", n, err)
	}
	if _, err := w.Client.ResendInvitation(t.Context(), w.invitationID(t)); err != nil {
		t.Fatal(err)
	}
	w.work(t)
	third := w.mailedGuest(t, sdk.MailInvitationRenewal)
	if c := third.context(t); c.Next != "/invite/step1" || c.Registration.SignupID != "" {
		t.Errorf("context when everything had ended: next %s, registration %q", c.Next, c.Registration.SignupID)
	}
	if next := third.fill(t, stepOne()).Next; next != "/invite/packages" {
		t.Errorf("step 1 leads to %s", next)
	}

	dump := dumpTables(t, w) + log.String()
	for name, secret := range map[string]string{
		"first token": g.token.Reveal(), "second": renewed.token.Reveal(), "third": third.token.Reveal(),
		"security answer": "Rex-the-canary",
	} {
		if strings.Contains(dump, secret) {
			t.Errorf("a table or the log holds the %s", name)
		}
	}
	if strings.Contains(log.String(), "benjamin") {
		t.Error("the log names the invited parent")
	}
}

func TestRenewalsAreLimited(t *testing.T) {
	t.Parallel()
	w := newTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Links = sdk.Limit{Count: 3, Per: time.Hour} }))
	g := guestOf(t, w, false)
	ask := func(token sdk.Secret) error { return w.Client.RenewInvitation(t.Context(), token, english) }
	// Old and new links count together; a token that nobody was given is answered alike.
	for range 3 {
		if err := ask(g.token); err != nil {
			t.Fatal(err)
		}
		if err := ask("made-up-token"); err != nil {
			t.Fatal(err)
		}
		w.work(t)
	}
	latest := w.mailedGuest(t, sdk.MailInvitationRenewal)
	var refusals []sdk.Fault
	for _, token := range []sdk.Secret{g.token, latest.token, "made-up-token"} {
		var fault *sdk.Fault
		if err := ask(token); !errors.As(err, &fault) || !errors.Is(err, sdk.InvitationNotRenewed) {
			t.Fatalf("the fourth in an hour: %v", err)
		}
		refusals = append(refusals, sdk.Fault{Kind: fault.Kind, Code: fault.Code, StatusCode: fault.StatusCode, RetryAfter: fault.RetryAfter})
	}
	want := sdk.Fault{Kind: sdk.FaultConflict, Code: "invitation_not_renewed", StatusCode: 111, RetryAfter: time.Hour}
	for _, got := range refusals {
		if got.Kind != want.Kind || got.Code != want.Code || got.StatusCode != want.StatusCode || got.RetryAfter != want.RetryAfter {
			t.Errorf("refusal %+v, want %+v", got, want)
		}
	}
	if diff := cmp.Diff([]string{"invitation", "invitation_renewal", "invitation_renewal", "invitation_renewal"}, w.kinds()); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
	w.Clock.Advance(time.Hour)
	if err := ask(latest.token); err != nil {
		t.Errorf("an hour later: %v", err)
	}
	if err := ask(""); !errors.Is(err, sdk.InvitationNotRenewed) {
		t.Errorf("without a token: %v", err)
	}
}

// Who has joined and lost the way before setting a password gets the link that sets one.
func TestRenewalAfterJoining(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	g := guestOf(t, w, true)
	g.fill(t, stepOne())
	joined := g.fill(t, billing())
	if err := g.Client.RenewInvitation(t.Context(), g.token, english); err != nil {
		t.Fatal(err)
	}
	w.work(t)
	if diff := cmp.Diff([]string{"invitation", "welcome", "credentials"}, w.kinds()); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
	if err := second(g.join(t, joined.ClickToJoinToken, true)); !errors.Is(err, sdk.TokenInvalid) {
		t.Errorf("the token that the mail replaced: %v", err)
	}
	if _, err := g.join(t, g.context(t).ClickToJoinToken, true); err != nil {
		t.Fatal(err)
	}
	if err := g.Client.RenewInvitation(t.Context(), g.token, english); err != nil {
		t.Errorf("once everything is done, the answer is still the same: %v", err)
	}
	w.work(t)
	if diff := cmp.Diff([]string{"invitation", "welcome", "credentials"}, w.kinds()); diff != "" {
		t.Errorf("mails afterwards (-want +got):\n%s", diff)
	}
}

func TestInviteesAreRemindedOnce(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	g := guestOf(t, w, false)
	begun := guestOf(t, w, false)
	w.Clock.Advance(7*24*time.Hour - time.Second)
	remind := func(want int) {
		t.Helper()
		if got, err := w.Client.RemindInvitees(t.Context()); err != nil || got != want {
			t.Errorf("reminded %d, %v; want %d", got, err, want)
		}
		w.work(t)
	}
	remind(0)
	begun.fill(t, stepOne())
	w.Clock.Advance(time.Second)
	remind(1)
	remind(0)
	w.Clock.Advance(24 * time.Hour)
	remind(0)
	if diff := cmp.Diff([]string{"invitation", "invitation", "invitation_reminder"}, w.kinds()); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
	reminded := w.mailedGuest(t, sdk.MailInvitationReminder)
	if reminded.userID != g.userID || reminded.stillGood(t) != nil || !errors.Is(g.stillGood(t), sdk.InvitationTokenInvalid) {
		t.Error("the reminder's link doesn't replace the first one")
	}
	if err := begun.stillGood(t); err != nil {
		t.Errorf("who has begun keeps the link: %v", err)
	}
}
