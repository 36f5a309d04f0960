package checkout

import (
	"context"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// ClientToken returns what the browser needs to turn a card or wallet into a nonce. Card testers
// want such tokens, so only the holder of a registration with a chosen package and few declines gets one. Its
// currency is the chosen package's; the country that the page sends doesn't matter.
//
// Faults: [fault.RegistrationNotFound], [fault.RegistrationKeyWrong], [fault.RegistrationGone], [fault.RegistrationIsPaid],
// [fault.StepOutOfOrder], [payment.Closed], [payment.Unavailable], [fault.TooManyTries].
func (c *Client) ClientToken(ctx context.Context, signupID string, key secret.Secret, _ string) (string, error) {
	return c.ClientTokenThrough(ctx, c.signup.KeyAccess(signupID, key))
}

// ClientTokenThrough is ClientToken for a registration that access authenticates.
func (c *Client) ClientTokenThrough(ctx context.Context, access signup.Access) (string, error) {
	row, err := access.Read(ctx, c.core.Q)
	if err != nil {
		return "", err
	}
	if row.State == string(signup.Paid) {
		return "", fault.RegistrationIsPaid
	}
	chosen, err := signup.ChoiceOf(row)
	if err != nil {
		return "", err
	}
	if chosen.Order == nil || chosen.CustomPending {
		return "", fault.StepOutOfOrder
	}
	return c.payment.ClientTokenFor(ctx, row.ID.String(), chosen.Order.PackageID)
}
