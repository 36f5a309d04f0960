package checkouts

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

// BeginPaymentForTest does step 1 of paying and stops, as a server does that is killed there.
func (c *Engine) BeginPaymentForTest(ctx context.Context, signupID string, key secret.Secret, in payment.Input, meta caller.Meta) error {
	in, err := payments.NormaliseInput(in)
	if err != nil {
		return err
	}
	_, err = c.beginPayment(ctx, c.signup.KeyAccess(signupID, key), submit{Input: in, meta: meta})
	return err
}
