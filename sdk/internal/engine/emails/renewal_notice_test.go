package emails_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
)

// The notice of a renewal links to the account, where the payer can cancel. A term without renewal has nothing to cancel, so no link.
func TestRenewalNoticeLeadsToTheAccount(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.RunOn(t, fixture.FirstEnd.Add(-30*fixture.Day))
	fixture.WantLines(t, mailOf(t, w, email.RenewalNotice).Text, "If not, log in and cancel the renewal in your account before that day.", "Go to my account:")
	if got := mailOf(t, w, email.RenewalNotice).Text; !strings.Contains(got, "/app/join/account") {
		t.Errorf("no way to the account:\n%s", got)
	}
	if _, err := w.Client.Subscription.EndRenewal(t.Context(), w.OnlyID(t)); err != nil {
		t.Fatal(err)
	}
	w.RunOn(t, fixture.FirstEnd.Add(-7*fixture.Day))
	var notices []string
	for _, m := range w.Mailbox.Mails() {
		if m.Kind == email.RenewalNotice {
			notices = append(notices, m.Text)
		}
	}
	if len(notices) != 2 || strings.Contains(notices[1], "/app/join/account") {
		t.Errorf("a cancelled renewal can be cancelled: %q", notices)
	}
}

// After a cancellation during the retries of a renewal, the mail reports the end of the term, not a continuation until a past day. This also holds if
// the sweep has ended the subscription before the mail is sent. A term that isn't over continues.
func TestCancelledWhileARenewalIsRetried(t *testing.T) {
	t.Parallel()
	const over = "The term that you paid for ended on June 2, 2027, and your subscription has ended with it."
	for name, test := range map[string]struct {
		on    time.Time
		sweep bool
		want  []string
	}{
		"before its end":                      {fixture.FirstEnd.Add(-fixture.Day), false, []string{"You can use Cojoin until June 2, 2027."}},
		"after its end":                       {fixture.FirstEnd.Add(fixture.Day / 2), false, []string{over, "We keep your calendar, messages and expenses. To continue, please contact support."}},
		"after its end, and ended by a sweep": {fixture.FirstEnd.Add(fixture.Day / 2), true, []string{over, "We keep your calendar, messages and expenses. To continue, please contact support."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _ := fixture.Subscribed(t, fixture.Kept)
			w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: "2001"})
			if test.on.After(fixture.FirstEnd) {
				w.RunOn(t, fixture.FirstEnd)
			}
			w.Clock.Set(test.on)
			w.NewMails(t)
			if _, err := w.Client.Subscription.EndRenewal(t.Context(), w.OnlyID(t)); err != nil {
				t.Fatal(err)
			}
			if test.sweep {
				if err := w.Client.Subscription.ScheduleRenewals(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			w.Work(t)
			w.WantMails(t, "subscription_cancelled ana.diaz.1@example.com: Your Cojoin renewal is cancelled")
			fixture.WantLines(t, mailOf(t, w, email.SubscriptionCancelled).Text, append([]string{"Your subscription “Essential, 1 year” will not renew. Nothing more will be charged for it."}, test.want...)...)
		})
	}
}
