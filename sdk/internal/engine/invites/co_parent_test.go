package invites_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// A parent can send the co-parent's link again, even after it has expired. The co-parent's own requests count toward the same limit.
func TestParentResendsInvitation(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Links = caller.Limit{Count: 2, Per: time.Hour} }))
	parent := w.Join(t)
	first := w.MailedGuest(t, "invitation")
	w.Clock.Advance(14 * fixture.Day)
	login, err := w.Client.Account.Login(t.Context(), parent.Username, parent.Password, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	token := secret.Secret(login.Auth)
	again, err := w.Client.Invite.SendAgain(t.Context(), token)
	if err != nil || again.State != invite.Expired || !again.Resendable {
		t.Fatalf("%+v, %v", again, err)
	}
	w.Work(t)
	second := w.MailedGuest(t, "invitation")
	if err := first.StillGood(t); !errors.Is(err, account.InvitationTokenInvalid) {
		t.Errorf("the link before: %v", err)
	}
	if err := second.StillGood(t); err != nil {
		t.Errorf("the new link: %v", err)
	}
	// The co-parent didn't request this mail, so it mentions the inviter.
	last := w.Mailbox.Mails()[len(w.Mailbox.Mails())-1]
	fixture.WantLines(t, last.Text, "A parent invited you to join Cojoin", "Links in earlier emails no longer work.")
	if err := w.Client.Invite.Renew(t.Context(), second.Token, fixture.English); err != nil {
		t.Fatal(err)
	}
	var refused *fault.Fault
	if _, err := w.Client.Invite.SendAgain(t.Context(), token); !errors.As(err, &refused) || !errors.Is(err, invite.NotRenewed) || refused.RetryAfter != time.Hour {
		t.Errorf("the third in an hour: %v", err)
	}
	w.Work(t)
	if diff := cmp.Diff([]string{"invitation", "invitation", "invitation_renewal"}, w.Kinds()); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
}

// No mail to a joined co-parent, or to one without an address. An invited parent has no invitee.
func TestResendWithoutInvitee(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	parent := w.Join(t)
	g := w.MailedGuest(t, "invitation")
	for _, is := range []struct {
		invitation string
		want       *fault.Fault
	}{
		{"by_mail = false, email_taken = false", invite.NotFound},
		{"by_mail = true, state = 'revoked'", invite.Closed},
	} {
		if _, err := w.Pool.Exec(t.Context(), "UPDATE invitations SET "+is.invitation); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Client.Invite.SendAgain(t.Context(), parent.Token); !errors.Is(err, is.want) {
			t.Errorf("%s: %v", is.invitation, err)
		}
	}
	if _, err := w.Client.Invite.SendAgain(t.Context(), g.Token); !errors.Is(err, fault.TokenInvalid) {
		t.Errorf("with the invitation's own link: %v", err)
	}
}

// The owner of an address with an account gets no second mail, and the parent's answer doesn't reveal it.
func TestResendRevealsNoAccount(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	parent := w.Join(t)
	if _, err := w.Pool.Exec(t.Context(), "UPDATE invitations SET email_taken = true"); err != nil {
		t.Fatal(err)
	}
	before := len(w.Kinds())
	began := time.Now()
	again, err := w.Client.Invite.SendAgain(t.Context(), parent.Token)
	if err != nil || again.State != invite.Open || !again.Resendable {
		t.Errorf("%+v, %v", again, err)
	}
	if took := time.Since(began); took < accounts.RenewalTime {
		t.Errorf("it took %s", took)
	}
	w.Work(t)
	if got := len(w.Kinds()); got != before {
		t.Errorf("%d mails, before %d", got, before)
	}
}
