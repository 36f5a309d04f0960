package invites

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Coupons implements [invite.Client].
func (c *Engine) Coupons(ctx context.Context, userID string, token secret.Secret, locale string) ([]price.CustomersCoupon, error) {
	d, _, err := c.readInvited(ctx, userID, token)
	if err != nil {
		return nil, err
	}
	return c.signup.CouponsOf(ctx, d.Choice, locale)
}

// readInvited returns an invited parent's registration, or an empty one before the first change.
func (c *Engine) readInvited(ctx context.Context, userID string, token secret.Secret) (*signups.Draft, accounts.Seat, error) {
	invitee, err := c.account.Invitee(ctx, c.core.Q, userID, token)
	if err != nil {
		return nil, accounts.Seat{}, err
	}
	decision, err := c.signup.DecisionContext(ctx, caller.Meta{})
	if err != nil {
		return nil, accounts.Seat{}, err
	}
	d, err := c.inviteDraft(ctx, c.core.Q, c.core.Q.FindInvitationRegistration, invitee, decision)
	if err != nil {
		return nil, accounts.Seat{}, err
	}
	s, err := c.account.Seat(ctx, c.core.Q, accounts.PlaceOf(invitee.Invitation))
	return d, s, err
}

// Price implements [invite.Client].
func (c *Engine) Price(ctx context.Context, userID string, token secret.Secret, in invite.QuoteInput, meta caller.Meta) (*price.Quote, error) {
	d, s, err := c.readInvited(ctx, userID, token)
	if err != nil {
		return nil, err
	}
	switch {
	case s.Status == accounts.InviteeSubscriptionCurrent:
		return nil, fault.RegistrationIsPaid
	case d.Fresh():
		return nil, fault.StepOutOfOrder
	}
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	return c.signup.PriceDraft(ctx, d, cat, price.QuoteInput{
		OrderDetail: in.OrderDetail, Address: in.Address, PaymentCodes: in.SubscriptionCodes, PromoCodes: in.PromoCodes,
		StorePaymentOnFile: in.StorePaymentOnFile,
	}, meta)
}

// ValidateCountry implements [invite.Client].
func (c *Engine) ValidateCountry(ctx context.Context, userID string, token secret.Secret, packageID int, where signup.CountryCriteria, meta caller.Meta) error {
	_, s, err := c.readInvited(ctx, userID, token)
	if err != nil || s.Status == accounts.InviteeSubscriptionCurrent {
		return err
	}
	return c.signup.ValidatePackage(ctx, packageID, where, meta)
}

// ClientToken implements [invite.Client].
func (c *Engine) ClientToken(ctx context.Context, userID string, token secret.Secret, meta caller.Meta) (payment.ClientToken, error) {
	return c.checkout.ClientTokenThrough(ctx, c.invitationAccess(userID, token), meta)
}

// Pay implements [invite.Client].
func (c *Engine) Pay(ctx context.Context, userID string, token secret.Secret, in invite.PaymentInput, meta caller.Meta) (*payment.Answer, error) {
	paid := in.Payment
	if paid.DeviceData == "" {
		paid.DeviceData = in.DeviceData
	}
	return c.checkout.PayThrough(ctx, c.invitationAccess(userID, token), payment.Input{
		Order: in.Order, Payment: paid, PromoCodes: in.PromoCodes, PaymentCodes: in.SubscriptionCodes,
		TermsAndConditions: in.TermsAndConditions, MarketingOptIn: in.MarketingOptIn, SegmentAnonymousID: in.SegmentAnonymousID,
	}, meta)
}

// Status implements [invite.Client].
func (c *Engine) Status(ctx context.Context, userID string, token secret.Secret) (*payment.Answer, error) {
	answer, err := c.checkout.PaymentThrough(ctx, c.invitationAccess(userID, token))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, checkout.PaymentMissing
	}
	return answer, err
}

// InvitedAtPayment is the checkout's atPayment of an invited parent. A paid seat isn't paid again.
func (c *Engine) InvitedAtPayment(ctx context.Context, q *db.Queries, d *signups.Draft, decision signups.DecisionContext) (bool, error) {
	invitation, err := q.GetInvitation(ctx, *d.Row.InvitationID)
	if err != nil {
		return false, fmt.Errorf("payment: invitation: %w", err)
	}
	invitee, err := c.account.InviteeOf(ctx, q, invitation)
	if err != nil {
		return false, fmt.Errorf("payment: invited parent: %w", err)
	}
	s, err := c.account.Seat(ctx, q, accounts.PlaceOf(invitation))
	if err != nil {
		return false, err
	}
	state := stepOf(inviteFactsOf(d, invitee, s, decision))
	return state == StepPayment || state == StepPaymentCustom, nil
}
