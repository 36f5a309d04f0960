package sdk

import "context"

func (c *Client) Invitation(ctx context.Context, userID string, token Secret, meta CallMeta) (*InvitationContext, error) {
	return nil, Saturated
}

func (c *Client) UpdateInvitation(ctx context.Context, userID string, token Secret, in RegistrationInput, meta CallMeta) (*InvitationAnswer, error) {
	return nil, Saturated
}

func (c *Client) InvitationCoupons(ctx context.Context, userID string, token Secret, locale string) ([]CouponDetail, error) {
	return nil, Saturated
}

func (c *Client) PriceInvitation(ctx context.Context, userID string, token Secret, in InvitationQuoteInput, meta CallMeta) (*Quote, error) {
	return nil, Saturated
}

func (c *Client) ValidateInvitationCountry(ctx context.Context, userID string, token Secret, packageID int, where CountryCriteria, meta CallMeta) error {
	return Saturated
}

func (c *Client) InvitationClientToken(ctx context.Context, userID string, token Secret, country string) (string, error) {
	return "", Saturated
}

func (c *Client) PayInvitation(ctx context.Context, userID string, token Secret, in InvitationPaymentInput, meta CallMeta) (*PaymentAnswer, error) {
	return nil, Saturated
}

func (c *Client) InvitationPayment(ctx context.Context, userID string, token Secret) (*PaymentAnswer, error) {
	return nil, Saturated
}

func (c *Client) RenewInvitation(ctx context.Context, token Secret, meta CallMeta) error {
	return Saturated
}
