package invites_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
)

// An invitee with a refunded seat for two years pays for one year. From then on the seat is current, although the refunded one would have ended later,
// and another payment isn't asked for. After its year it has ended.
func TestOwnSeatAfterARefundedOneIsCurrent(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) {
		in.Order.PackageID, in.PayForCoparent, in.TermsAndConditions = 2002, true, true
	})); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	guest := w.MailedGuest(t, "invitation")
	got := []string{guest.Context(t).SubscriptionStatus}
	if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{}); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	got = append(got, guest.Context(t).SubscriptionStatus)
	guest.Fill(t, fixture.StepOne())
	guest.Fill(t, fixture.Billing())
	order := form.OrderChoice{PackageID: 2001}
	guest.Fill(t, fixture.Ordering(order))
	if _, err := guest.Pay(t, guest.Payment(t, order)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	got = append(got, guest.Context(t).SubscriptionStatus)
	if diff := cmp.Diff([]string{"current", "ended", "current"}, got); diff != "" {
		t.Errorf("paid for, refunded, and paid by the invitee (-want +got):\n%s", diff)
	}
}
