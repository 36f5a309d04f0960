package payment_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/payment"
)

// Nobody may pay while more than 60 in a hundred of at least 40 payments are declined; a negative share never closes.
func TestDeclineRateCloses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		percent           int // 0: the default
		declined, decided int64
		want              bool
	}{
		{0, 24, 40, false}, {0, 25, 40, true}, {0, 39, 39, false}, {0, 61, 100, true}, {0, 60, 100, false}, {0, 0, 0, false},
		{10, 4, 40, false}, {10, 5, 40, true}, {-1, 100, 100, false},
	} {
		config := payment.DefaultConfig()
		if c.percent != 0 {
			config.DeclineSharePercent = c.percent
		}
		want := payment.DeclineRate{Declined: int(c.declined), Decided: int(c.decided), Closed: c.want}
		if diff := cmp.Diff(want, config.DeclineRateOf(c.declined, c.decided)); diff != "" {
			t.Errorf("%d%% (-want +got):\n%s", c.percent, diff)
		}
	}
}
