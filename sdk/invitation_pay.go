package sdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// InvitationCoupons lists the coupons that an invited parent has without typing, as [Client.Coupons] does.
// Faults: [InvitationTokenInvalid], [AccountForbidden].
func (c *Client) InvitationCoupons(ctx context.Context, userID string, token Secret, locale string) ([]CouponDetail, error) {
	d, _, err := c.readInvited(ctx, userID, token)
	if err != nil {
		return nil, err
	}
	return c.couponsOf(ctx, d.row, locale)
}

// readInvited gives an invited parent's registration, or an empty one before the first change.
func (c *Client) readInvited(ctx context.Context, userID string, token Secret) (*draft, seat, error) {
	who, err := c.invitee(ctx, c.q, userID, token)
	if err != nil {
		return nil, seat{}, err
	}
	world, err := c.registrationWorld(ctx, CallMeta{})
	if err != nil {
		return nil, seat{}, err
	}
	d, err := c.inviteDraft(ctx, c.q.FindInvitationRegistration, who, world)
	if err != nil {
		return nil, seat{}, err
	}
	s, err := c.seat(ctx, c.q, who.account)
	return d, s, err
}

// PriceInvitation prices an invited parent's own seat and stores the quote, as [Client.PriceRegistration]
// does. A custom package needs productId and services first.
//
// Errors: [ValidationError] (fields order.…). Faults: [InvitationTokenInvalid], [AccountForbidden];
// [StepOutOfOrder] before anything was entered; [RegistrationIsPaid] where the seat is paid;
// [TooManyTries] for codes.
func (c *Client) PriceInvitation(ctx context.Context, userID string, token Secret, in InvitationQuoteInput, meta CallMeta) (*Quote, error) {
	d, s, err := c.readInvited(ctx, userID, token)
	if err != nil {
		return nil, err
	}
	switch {
	case s.Status == InviteeSubscriptionCurrent:
		return nil, RegistrationIsPaid
	case d.fresh():
		return nil, StepOutOfOrder
	}
	cat, err := c.catalog(ctx)
	if err != nil {
		return nil, err
	}
	return c.priceRegistrationRow(ctx, d.row, cat, QuoteInput{
		OrderDetail: in.OrderDetail, Address: in.Address, PaymentCodes: in.SubscriptionCodes, PromoCodes: in.PromoCodes,
	}, meta)
}

// ValidateInvitationCountry is [Client.ValidatePackage] for an invited parent. Where the seat is paid there
// is nothing to validate, and everything is fine.
//
// Errors: [ValidationError] (field order.packageId). Faults: [InvitationTokenInvalid], [AccountForbidden].
func (c *Client) ValidateInvitationCountry(ctx context.Context, userID string, token Secret, packageID int, where CountryCriteria, meta CallMeta) error {
	_, s, err := c.readInvited(ctx, userID, token)
	if err != nil || s.Status == InviteeSubscriptionCurrent {
		return err
	}
	return c.ValidatePackage(ctx, packageID, where.Country, where.CountryCode, where.PhoneNumber, meta)
}

// InvitationClientToken is [Client.ClientToken] for an invited parent with a package chosen. Faults:
// [InvitationTokenInvalid], [AccountForbidden], [RegistrationIsPaid], [StepOutOfOrder], [PaymentClosed],
// [PaymentUnavailable], [TooManyTries].
func (c *Client) InvitationClientToken(ctx context.Context, userID string, token Secret, _ string) (string, error) {
	return c.clientTokenThrough(ctx, c.invitationDoor(userID, token))
}

// PayInvitation pays for an invited parent's own seat, once, as [Client.Pay] does for a sign-up: the same
// steps, answers and errors, and the same need of an idempotency key. The account that waits for the
// parent becomes theirs. Faults beside those of Pay: [InvitationTokenInvalid], [AccountForbidden].
func (c *Client) PayInvitation(ctx context.Context, userID string, token Secret, in InvitationPaymentInput, meta CallMeta) (*PaymentAnswer, error) {
	payment := in.Payment
	if payment.DeviceData == "" {
		payment.DeviceData = in.DeviceData
	}
	return c.payThrough(ctx, c.invitationDoor(userID, token), PaymentInput{
		Order: in.Order, Payment: payment, PromoCodes: in.PromoCodes, PaymentCodes: in.SubscriptionCodes,
		TermsAndConditions: in.TermsAndConditions, MarketingOptIn: in.MarketingOptIn, SegmentAnonymousID: in.SegmentAnonymousID,
	}, meta)
}

// InvitationPayment tells how an invited parent's payment stands, as [Client.Payment] does. Faults:
// [InvitationTokenInvalid], [AccountForbidden], [StepOutOfOrder], [PaymentMissing], also where the seat
// was paid by somebody else.
func (c *Client) InvitationPayment(ctx context.Context, userID string, token Secret) (*PaymentAnswer, error) {
	answer, err := c.paymentThrough(ctx, c.invitationDoor(userID, token))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, PaymentMissing
	}
	return answer, err
}

// invitedAtPayment is the checkout's atPayment of an invited parent. A seat that is paid isn't paid for again.
func (c *Client) invitedAtPayment(ctx context.Context, q *db.Queries, d *draft, world registrationWorld) (bool, error) {
	invitation, err := q.GetInvitation(ctx, *d.row.InvitationID)
	if err != nil {
		return false, fmt.Errorf("payment: invitation: %w", err)
	}
	account, err := q.GetAccount(ctx, invitation.AccountID)
	if err != nil {
		return false, fmt.Errorf("payment: invited account: %w", err)
	}
	s, err := c.seat(ctx, q, account)
	if err != nil {
		return false, err
	}
	state := inviteState(inviteFactsOf(d, account, s, world))
	return state == InvitePayment || state == InvitePaymentCustom, nil
}
