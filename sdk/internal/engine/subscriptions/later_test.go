package subscriptions_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
)

// The seats of a family have these terms at each moment of its life, Ana's first.
func TestTermsOfALife(t *testing.T) {
	t.Parallel()
	ended := fixture.Term{State: "ended", Ends: fixture.FirstEnd}
	tried := ended
	tried.Tries = 2
	renewed := fixture.Term{State: "active", Renews: true, Ends: secondEnd}
	want := map[fixture.Moment][]fixture.Term{
		fixture.BeforeTheEnd:  {{State: "active", Renews: true, Ends: fixture.FirstEnd}, {State: "active", Ends: fixture.FirstEnd}},
		fixture.InDunning:     {{State: "active", Renews: true, Ends: fixture.FirstEnd, Tries: 2, Next: "2027-06-07"}, tried},
		fixture.AfterTheEnd:   {renewed, ended},
		fixture.InMonth20:     {renewed, ended},
		fixture.AfterNoSweeps: {{State: "suspended", Ends: secondEnd}, ended},
	}
	fixture.Later(t, want, func(l *fixture.Life) []fixture.Term { return l.Terms(t) })
}
