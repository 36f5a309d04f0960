package emails_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
)

// moneyClaims maps a mail's statement about a subscription to the state that makes it true.
var moneyClaims = map[string]string{
	"Your subscription is active.": "active", "Your subscription is suspended.": "suspended",
	"The subscription that this payment was for has ended.": "cancelled",
}

// Mails about money are true when they are sent, for any order of payment events and any time in the queue.
func TestMailsAboutMoneyAreTrue(t *testing.T) {
	t.Parallel()
	deeds := map[string]func(*testing.T, *fixture.Till, string){
		"settled":  func(_ *testing.T, w *fixture.Till, _ string) { w.Provider.SettleAll() },
		"declined": func(_ *testing.T, w *fixture.Till, id string) { _ = w.Provider.DeclineSettlement(id) }, // fails for a settled one
		"disputed": func(t *testing.T, w *fixture.Till, id string) { hook(t, w, "dispute_opened", id) },
		"won":      func(t *testing.T, w *fixture.Till, id string) { hook(t, w, "dispute_won", id) },
		"lost":     func(t *testing.T, w *fixture.Till, id string) { hook(t, w, "dispute_lost", id) },
		"part": func(t *testing.T, w *fixture.Till, _ string) {
			_, _ = w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{Amount: "1.00", Key: w.NewKey()})
		},
		"all": func(t *testing.T, w *fixture.Till, _ string) {
			_, _ = w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{Key: w.NewKey()})
		},
		"sweep": func(t *testing.T, w *fixture.Till, _ string) {
			w.Clock.Advance(fixture.Day)
			if _, err := w.Client.Payment.Settle(t.Context()); err != nil {
				t.Error(err)
			}
		},
	}
	names := []string{"settled", "declined", "disputed", "won", "lost", "part", "all", "sweep", "sweep", "mails"}
	for seed := range 6 {
		history := rapid.SliceOfN(rapid.SampledFrom(names), 4, 10).Example(seed)
		t.Run(strings.Join(history, " "), func(t *testing.T) {
			t.Parallel()
			w, _ := fixture.Subscribed(t, fixture.Kept)
			id := fixture.OnlyAttempt(t, w).TransactionID
			read := len(w.Mailbox.Mails())
			for _, deed := range append(history, "sweep", "mails") {
				if deed != "mails" {
					deeds[deed](t, w, id)
					continue
				}
				w.Work(t) // only mails are left
				for _, m := range w.Mailbox.Mails()[read:] {
					wantTrue(t, w, m)
				}
				read = len(w.Mailbox.Mails())
			}
		})
	}
}

func hook(t *testing.T, w *fixture.Till, kind, id string) {
	t.Helper()
	if _, err := w.Provider.Webhook(kind, id); err != nil {
		t.Fatal(err)
	}
}

// wantTrue compares a mail's statements with the database, which hasn't changed since the mail was sent.
func wantTrue(t *testing.T, w *fixture.Till, m email.Message) {
	t.Helper()
	for claim, state := range moneyClaims {
		if strings.Contains(m.Text, claim) && w.Subscriptions(t)[state] != 1 {
			t.Errorf("%s has %q: %v", m.Kind, claim, w.Subscriptions(t))
		}
	}
	state := fixture.OnlyAttempt(t, w).State
	if is, listed := map[email.Kind]payment.AttemptState{
		email.PaymentProblem: payment.AttemptSettlementDeclined, email.Dispute: payment.AttemptDisputed,
		email.DisputeWon: payment.AttemptSettled, email.DisputeLost: payment.AttemptLost,
	}[m.Kind]; listed && is != state {
		t.Errorf("%s, and the payment is %s", m.Kind, state)
	}
	if m.Kind == email.Refund && !strings.Contains(m.Text, "$1.00") && state != payment.AttemptRefunded {
		t.Errorf("a refund of the whole, and the payment is %s:\n%s", state, m.Text)
	}
}

// A reminder doesn't call a seat paid that was refunded after the invitation.
func TestReminderOfARefundedSeat(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, func(in *payment.Input) { fixture.Kept(in); in.PayForCoparent = true })
	const paid = "Your subscription has been paid."
	if got := mailOf(t, w, email.Invitation).Text; !strings.Contains(got, paid) {
		t.Fatalf("the invitation:\n%s", got)
	}
	if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{Reason: "asked"}); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(8 * fixture.Day)
	if _, err := w.Client.Invite.Remind(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	if got := mailOf(t, w, email.InvitationReminder).Text; strings.Contains(got, paid) {
		t.Errorf("the reminder about a refunded seat:\n%s", got)
	}
}
