package payments

import (
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/payment"
)

// keepDeclines is how long counts of declines are kept: a rule of retention of package operate.
const keepDeclines = 24 * time.Hour

// validate refuses clocks that would break the promise of paying once.
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
