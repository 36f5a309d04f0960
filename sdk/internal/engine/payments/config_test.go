package payments_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Times with which a payer could be charged twice are rejected: a response awaited longer than the attempt is held, and an attempt given up while it
// is held. So is a window longer than its counts are kept.
func TestUnsafeTimesAreRejected(t *testing.T) {
	t.Parallel()
	defaults := payment.DefaultConfig()
	for name, tc := range map[string]struct {
		change func(*payment.Config)
		want   string
	}{
		"the defaults":                            {func(*payment.Config) {}, ""},
		"awaited almost as long as it is held":    {func(c *payment.Config) { c.GatewayTimeout = c.Lease - 1 }, ""},
		"awaited as long as it is held":           {func(c *payment.Config) { c.GatewayTimeout = c.Lease }, "payment: GatewayTimeout 1m30s must be shorter than Lease 1m30s"},
		"given up when it isn't held any more":    {func(c *payment.Config) { c.SupersedeAfter = c.Lease }, ""},
		"given up while it is held":               {func(c *payment.Config) { c.SupersedeAfter = c.Lease - time.Second }, "payment: SupersedeAfter 1m29s must not be shorter than Lease 1m30s"},
		"the longest window":                      {func(c *payment.Config) { c.DeclineShareWindow = 24 * time.Hour }, ""},
		"a window of which the beginning is gone": {func(c *payment.Config) { c.DeclineShareWindow = 24*time.Hour + time.Second }, "payment: DeclineShareWindow 24h0m1s must not be longer than 24h0m0s, for which declines are counted"},
	} {
		config := defaults
		tc.change(&config)
		got := ""
		if err := payments.ValidateConfig(config); err != nil {
			got = err.Error()
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
