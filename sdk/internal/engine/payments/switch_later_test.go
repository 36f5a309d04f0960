package payments_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// The last switch of an operator counts until it ends: closed payments are open again once an operator opens them, or at the end of the time for which
// they were closed. Switches are listed newest first.
func TestLastSwitchCounts(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	operator := caller.WithOperator(t.Context(), "Olga")
	type seen struct {
		State   payment.GuardState
		ByHand  bool
		Reasons []string
	}
	var got []seen
	look := func() {
		t.Helper()
		report, err := env.Client.Payment.GuardReport(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		now := seen{State: report.State, ByHand: report.ByHand}
		for _, s := range report.Switches {
			now.Reasons = append(now.Reasons, s.Reason)
		}
		got = append(got, now)
	}
	for _, in := range []payment.SwitchInput{
		{State: payment.GuardClosed, Reason: "a wave"}, {State: payment.GuardOpen, Reason: "it is over"}, {State: payment.GuardClosed, Reason: "again", For: time.Hour},
	} {
		if _, err := env.Client.Payment.SetGuard(operator, in); err != nil {
			t.Fatal(err)
		}
		look()
	}
	env.Clock.Advance(time.Hour)
	look()
	first, second, third := []string{"a wave"}, []string{"it is over", "a wave"}, []string{"again", "it is over", "a wave"}
	want := []seen{{payment.GuardClosed, true, first}, {payment.GuardOpen, true, second}, {payment.GuardClosed, true, third}, {payment.GuardOpen, false, third}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("closed, opened, closed for an hour, and an hour later (-want +got):\n%s", diff)
	}
}
