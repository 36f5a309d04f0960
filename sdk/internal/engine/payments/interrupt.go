package payments

import (
	"github.com/cojoin/cojoin/sdk/payment"
)

// Interrupt tells a test of faults where the payment is. In production there is nobody to tell.
func (c *Engine) Interrupt(at payment.InterruptPoint) {
	if at != "" && c.config.Interrupt != nil {
		c.config.Interrupt(at)
	}
}
