package payments

import (
	"github.com/cojoin/cojoin/sdk/payment"
)

// Interrupt reports the payment's progress to a test of faults. In production it does nothing.
func (c *Engine) Interrupt(at payment.InterruptPoint) {
	if at != "" && c.config.Interrupt != nil {
		c.config.Interrupt(at)
	}
}
