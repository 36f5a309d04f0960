package checkouts

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// ClientToken returns what the browser needs to turn a card or wallet into a nonce. Card testers
// want such tokens, so only the holder of a registration with a chosen package and few declines gets one. Its
// currency is the chosen package's. While payments are tightened, [payment.ClientToken.VerifyCard] may ask for 3-D Secure.
//
// Faults: [fault.RegistrationNotFound], [fault.RegistrationKeyWrong], [fault.RegistrationGone], [fault.RegistrationIsPaid],
// [fault.StepOutOfOrder], [payment.Closed], [payment.ProveMailbox], [payment.Unavailable], [fault.TooManyTries].
func (c *Engine) ClientToken(ctx context.Context, signupID string, key secret.Secret, meta caller.Meta) (payment.ClientToken, error) {
	return c.ClientTokenThrough(ctx, c.signup.KeyAccess(signupID, key), meta)
}

// ClientTokenThrough is ClientToken for a registration that access authenticates.
func (c *Engine) ClientTokenThrough(ctx context.Context, access signups.Access, meta caller.Meta) (payment.ClientToken, error) {
	row, proof, err := access.Read(ctx, c.core.Q)
	if err != nil {
		return payment.ClientToken{}, err
	}
	if row.State == string(signup.Paid) {
		return payment.ClientToken{}, fault.RegistrationIsPaid
	}
	chosen, err := signups.ChoiceOf(row)
	if err != nil {
		return payment.ClientToken{}, err
	}
	if chosen.Order == nil || chosen.CustomPending {
		return payment.ClientToken{}, fault.StepOutOfOrder
	}
	return c.payment.ClientTokenFor(ctx, visitOf(row, proof, meta), chosen.Order.PackageID)
}

// visitOf returns a registration's payer as the payments guard counts them.
func visitOf(row signups.Row, proof payments.Proof, meta caller.Meta) payments.Visit {
	return payments.Visit{Session: row.ID.String(), Mailbox: row.EmailHash, ClientAddr: meta.ClientAddr, Proof: proof}
}
