package emails_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
)

// A receipt is true when it is mailed, although it was made with the order: it mentions a renewal only while the subscription renews, and isn't sent
// for a voided order. It gets a number in any case, since the numbers have no gaps.
func TestReceiptsAreTrue(t *testing.T) {
	t.Parallel()
	const renews, ends = "Your subscription renews on", "Your subscription ends on June 2, 2027. It does not renew automatically."
	refund := func(t *testing.T, w *fixture.Till) {
		if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{Reason: "asked"}); err != nil {
			t.Fatal(err)
		}
	}
	type mailed struct {
		Receipts     int
		Renews, Ends bool
		Number       string
	}
	for name, test := range map[string]struct {
		meanwhile func(t *testing.T, w *fixture.Till) // the mail waits in the queue
		want      mailed
	}{
		"as it was": {func(*testing.T, *fixture.Till) {}, mailed{1, true, false, "000001"}},
		"voided":    {refund, mailed{0, false, false, "000001"}},
		"refunded": {func(t *testing.T, w *fixture.Till) {
			if err := w.Client.Payment.Capture(t.Context(), fixture.OnlyAttempt(t, w).ID); err != nil {
				t.Fatal(err)
			}
			refund(t, w)
		}, mailed{1, false, false, "000001"}},
		"cancelled": {func(t *testing.T, w *fixture.Till) {
			if _, err := w.Client.Subscription.EndRenewal(t.Context(), w.OnlyID(t)); err != nil {
				t.Fatal(err)
			}
		}, mailed{1, false, true, "000001"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			s := w.SignUp(t)
			if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, fixture.Kept)); err != nil {
				t.Fatal(err)
			}
			test.meanwhile(t, w)
			w.Work(t)
			var got mailed
			for _, m := range w.Mailbox.Mails() {
				if m.Kind == email.Receipt {
					got.Receipts++
					got.Renews, got.Ends = strings.Contains(m.Text, renews), slices.Contains(strings.Split(m.Text, "\n"), ends)
				}
			}
			if err := w.Pool.QueryRow(t.Context(), "SELECT right(coalesce(number, 'none'), 6) FROM receipts WHERE kind = 'payer'").Scan(&got.Number); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("receipt's mail (-want +got):\n%s", diff)
			}
		})
	}
}
