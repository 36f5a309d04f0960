package homes_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// Ana's account page shows the seats and the receipts of each moment of her family's life, with refunds and credit notes.
func TestAccountPageOfALife(t *testing.T) {
	t.Parallel()
	type page struct{ Held, Receipts []string }
	const refunded, canceled = "2026-06-02 $158.99, refunded $20.00, C-2026-000001 of 2026-07-02 $20.00", "Ben's ended until 2027-06-02, canceled 2027-05-03"
	const renews = ", renews for $149.99 by Visa 1881"
	renewed := page{[]string{"own active until 2028-06-02" + renews, canceled}, []string{"2027-06-09 $158.99", refunded}}
	want := map[fixture.Moment]page{
		fixture.BeforeTheEnd:  {[]string{"own active until 2027-06-02" + renews, "Ben's active until 2027-06-02, canceled 2027-05-03"}, []string{refunded}},
		fixture.InDunning:     {[]string{"own active until 2027-06-02" + renews + ", next try 2027-06-07", canceled}, []string{refunded}},
		fixture.AfterTheEnd:   renewed,
		fixture.InMonth20:     renewed,
		fixture.AfterNoSweeps: {[]string{"own suspended until 2028-06-02", canceled}, renewed.Receipts},
	}
	fixture.Later(t, want, func(l *fixture.Life) (p page) {
		got, err := l.Client.Home.Read(t.Context(), l.AnaToken(t), fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range got.Subscriptions {
			p.Held = append(p.Held, heldLine(s))
		}
		for _, r := range got.Receipts {
			p.Receipts = append(p.Receipts, receiptLine(r))
		}
		return p
	})
}

// heldLine returns the holder of a subscription, its state, its end, and its renewal.
func heldLine(s subscription.HeldSubscription) string {
	line := "Ben's "
	if s.IsOwn {
		line = "own "
	}
	line += string(s.State) + " until " + s.EndsAt.Format(time.DateOnly)
	if s.CancelledAt != nil {
		line += ", canceled " + s.CancelledAt.Format(time.DateOnly)
	}
	if r := s.Renewal; r != nil {
		line += fmt.Sprintf(", renews for %s by %s %s", r.PriceFormatted, r.Method.Brand, r.Method.LastFour)
		if r.NextTryAt != nil {
			line += ", next try " + r.NextTryAt.Format(time.DateOnly)
		}
	}
	if s.Due != nil {
		line += ", due"
	}
	return line
}

// receiptLine returns the day of a receipt, its total, and its refunds.
func receiptLine(r order.ReceiptSummary) string {
	line := r.PaidAt.Format(time.DateOnly) + " " + r.TotalFormatted
	if r.RefundedFormatted != "" {
		line += ", refunded " + r.RefundedFormatted
	}
	for _, note := range r.CreditNotes {
		line += ", " + note.Number + " of " + note.GivenAt.Format(time.DateOnly) + " " + note.AmountFormatted
	}
	return line
}
