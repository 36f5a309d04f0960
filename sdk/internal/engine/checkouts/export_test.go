package checkouts

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

// BeginPaymentForTest runs step 1 of a payment and stops, like a server killed there.
func (c *Engine) BeginPaymentForTest(ctx context.Context, signupID string, key secret.Secret, in payment.Input, meta caller.Meta) error {
	in, err := payments.NormalizeInput(in)
	if err != nil {
		return err
	}
	_, err = c.beginPayment(ctx, c.signup.KeyAccess(signupID, key), submit{Input: in, meta: meta})
	return err
}
