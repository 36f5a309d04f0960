package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/signup"
)

// InviteQuery is the user ID in the invitation's link. It must belong to the token.
type InviteQuery struct {
	UserID string `query:"userId" doc:"From the invitation's link. Another user's id is refused with 403; the id alone grants no access" maxLength:"64"`
}

type inviteInput struct {
	Visitor
	InviteQuery
	FlagQuery
}

func (s *server) readInvitation(ctx context.Context, in *inviteInput) (*answer[*invite.Context], error) {
	return answered(s.cfg.Client.Invite.Read(ctx, in.UserID, request.Of(ctx).Bearer, s.meta(ctx, in.forced())))
}

type updateInvitationInput struct {
	Visitor
	Repeatable
	FlagQuery
	InviteQuery
	Body signup.Input
}

func (s *server) updateInvitation(ctx context.Context, in *updateInvitationInput) (*answer[*invite.Answer], error) {
	return answered(s.cfg.Client.Invite.Update(ctx, in.UserID, request.Of(ctx).Bearer, in.Body, s.meta(ctx, in.forced())))
}

func (s *server) listInvitationCoupons(ctx context.Context, in *inviteInput) (*answer[CouponList], error) {
	coupons, err := s.cfg.Client.Invite.Coupons(ctx, in.UserID, request.Of(ctx).Bearer, request.Of(ctx).Locale)
	return answered(CouponList{Coupons: coupons}, err)
}

type inviteQuoteInput struct {
	Visitor
	InviteQuery
	Body invite.QuoteInput
}

func (s *server) createInvitationQuote(ctx context.Context, in *inviteQuoteInput) (*answer[*price.Quote], error) {
	return answered(s.cfg.Client.Invite.Price(ctx, in.UserID, request.Of(ctx).Bearer, in.Body, s.meta(ctx, nil)))
}

// InviteCountryValidation is the input of the check whether a package is sold in the invited parent's country.
type InviteCountryValidation struct {
	PackageID       int                    `json:"packageId"`
	CountryCriteria signup.CountryCriteria `json:"countryCriteria"`
}

type inviteCountryInput struct {
	Visitor
	InviteQuery
	Body InviteCountryValidation
}

func (s *server) validateInvitationCountry(ctx context.Context, in *inviteCountryInput) (*answer[CountryValid], error) {
	err := s.cfg.Client.Invite.ValidateCountry(ctx, in.UserID, request.Of(ctx).Bearer, in.Body.PackageID, in.Body.CountryCriteria, s.meta(ctx, nil))
	return answered(CountryValid{Valid: true}, err)
}

type invitePayInput struct {
	Visitor
	InviteQuery
	PaymentKey
	Body invite.PaymentInput
}

func (s *server) payInvitation(ctx context.Context, in *invitePayInput) (*paymentAnswer, error) {
	return paymentStatus(s.cfg.Client.Invite.Pay(ctx, in.UserID, request.Of(ctx).Bearer, in.Body, s.meta(ctx, nil)))
}

func (s *server) readInvitationPayment(ctx context.Context, in *inviteInput) (*paymentAnswer, error) {
	return paymentStatus(s.cfg.Client.Invite.Status(ctx, in.UserID, request.Of(ctx).Bearer))
}

type inviteRenewalInput struct {
	Visitor
}

func (s *server) renewInvitation(ctx context.Context, _ *inviteRenewalInput) (*answer[Sent], error) {
	return answered(Sent{Sent: true}, s.cfg.Client.Invite.Renew(ctx, request.Of(ctx).Bearer, s.meta(ctx, nil)))
}

type refusalInput struct {
	Visitor
	Everyone bool `query:"everyone" doc:"Stop invitations from every sender, not only from this one"`
}

func (s *server) refuseInvitation(ctx context.Context, in *refusalInput) (*nothing, error) {
	return &nothing{}, s.cfg.Client.Invite.Refuse(ctx, request.Of(ctx).Bearer, in.Everyone)
}
