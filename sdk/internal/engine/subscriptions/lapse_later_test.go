package subscriptions_test

import (
	"testing"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
)

// A renewal that is never paid lapses the seats that would have renewed. A seat that was canceled just before the last try is declined has ended,
// as its payer wanted. A year later nothing has changed.
func TestCanceledSeatEndsWhereTheOtherLapses(t *testing.T) {
	t.Parallel()
	w, answer := fixture.Subscribed(t, func(in *payment.Input) { fixture.Kept(in); in.PayForCoparent = true })
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: "2001", Count: -1})
	w.AccountToken(t, answer)
	w.RunOn(t, fixture.FirstEnd)
	for range 2 {
		w.RunOn(t, *seats(t, w, 2)[0].NextTryAt)
	}
	w.Clock.Set(*seats(t, w, 2)[0].NextTryAt)
	if err := w.Client.Subscription.ScheduleRenewals(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Client.Subscription.Cancel(t.Context(), seat(t, seats(t, w, 2), 2), w.LogIn(t, answer)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	want := []fixture.Term{{State: "lapsed", Ends: fixture.FirstEnd, Tries: 4}, {State: "ended", Ends: fixture.FirstEnd, Tries: 4}}
	w.WantTerms(t, want...)
	w.RunOn(t, fixture.FirstEnd.AddDate(1, 0, 0))
	w.WantTerms(t, want...)
}
