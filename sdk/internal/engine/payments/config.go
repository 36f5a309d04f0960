package payments

import (
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/payment"
)

// keepDeclines is the time for which decline counts are kept: a rule of retention of package subjects.
const keepDeclines = 24 * time.Hour

// validateConfig rejects durations with which a payer could be charged twice, or decline counts deleted too early.
func validateConfig(c payment.Config) error {
	if c.GatewayTimeout >= c.Lease {
		return fmt.Errorf("payment: GatewayTimeout %s must be shorter than Lease %s", c.GatewayTimeout, c.Lease)
	}
	if c.SupersedeAfter < c.Lease {
		return fmt.Errorf("payment: SupersedeAfter %s must not be shorter than Lease %s", c.SupersedeAfter, c.Lease)
	}
	if c.DeclineShareWindow > keepDeclines {
		return fmt.Errorf("payment: DeclineShareWindow %s must not be longer than %s, for which declines are counted", c.DeclineShareWindow, keepDeclines)
	}
	return nil
}
