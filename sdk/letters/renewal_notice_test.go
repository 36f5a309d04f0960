package letters_test

import (
	"strings"
	"testing"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/mailer"
)

// The notice of a renewal leads to the account, where it is cancelled; a term that just ends has nothing to cancel.
func TestRenewalNoticeLeadsToTheAccount(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.RunOn(t, fixture.FirstEnd.Add(-30*fixture.Day))
	fixture.WantLines(t, mailOf(t, w, mailer.MailRenewalNotice).Text, "If not, log in and cancel the renewal in your account before that day.", "Go to my account:")
	if got := mailOf(t, w, mailer.MailRenewalNotice).Text; !strings.Contains(got, "/app/join/account") {
		t.Errorf("no way to the account:\n%s", got)
	}
	if _, err := w.Client.Subscription.EndRenewal(t.Context(), w.OnlyID(t)); err != nil {
		t.Fatal(err)
	}
	w.RunOn(t, fixture.FirstEnd.Add(-7*fixture.Day))
	var notices []string
	for _, m := range w.Mailbox.Mails() {
		if m.Kind == mailer.MailRenewalNotice {
			notices = append(notices, m.Text)
		}
	}
	if len(notices) != 2 || strings.Contains(notices[1], "/app/join/account") {
		t.Errorf("a cancelled renewal can be cancelled: %q", notices)
	}
}
