package payment_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
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

// A decline beyond the limit is written down like those before it: that too many were counted closes payment, and fails nothing.
func TestDeclinesBeyondTheLimit(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	who := payment.Tried{Payer: "somebody"}
	for n := range 7 { // the limit is 5
		closed := env.Client.Payment.PaymentClosed(t.Context(), who.Payer, "")
		if n < 5 && closed != nil || n >= 5 && !errors.Is(closed, payment.Closed) {
			t.Errorf("after %d declines: %v", n, closed)
		}
		if err := env.Client.Payment.CountTried(t.Context(), who); err != nil {
			t.Errorf("decline %d: %v", n+1, err)
		}
	}
}
