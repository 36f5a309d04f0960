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

// ClientToken implements [checkout.Client].
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

// visitOf returns the keys under which the payment guard counts a registration's payer.
func visitOf(row signups.Row, proof payments.Proof, meta caller.Meta) payments.Visit {
	return payments.Visit{Session: row.ID.String(), Mailbox: row.EmailHash, ClientAddr: meta.ClientAddr, Proof: proof}
}
