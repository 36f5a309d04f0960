package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk"
)

// answer is an answer that consists of its body.
type answer[B any] struct{ Body B }

func answered[B any](b B, err error) (*answer[B], error) {
	if err != nil {
		return nil, err
	}
	return &answer[B]{Body: b}, nil
}

// Visitor holds the headers that describe the visitor but authorise nothing.
type Visitor struct {
	AcceptLanguage string `header:"Accept-Language" doc:"en or es, e.g. es-MX" maxLength:"200"`
	AnonymousID    string `header:"Anonymous-Id" doc:"The visitor's random id, created by the widget; assigns experiments" maxLength:"100"`
}

// Repeatable holds the header that makes a call safe to retry.
type Repeatable struct {
	IdempotencyKey string `header:"Idempotency-Key" doc:"The same key and body return the stored answer" maxLength:"200"`
}

// SignupPath is the path of a registration.
type SignupPath struct {
	SignupID string `path:"signupId" doc:"Sign-up id" maxLength:"64"`
}

// meta returns what the operations know about a call besides its input.
func (s *server) meta(ctx context.Context, forced map[string]string) sdk.CallMeta {
	c := callOf(ctx)
	return sdk.CallMeta{
		Lang: c.Lang, Locale: c.Locale, AnonymousID: c.AnonymousID, ReferrerKey: c.ReferrerKey, ClientAddr: c.ClientAddr,
		IdempotencyKey: c.Idempotency, ForcedFlags: forced,
	}
}

type createSignupInput struct {
	Visitor
	Repeatable
	FlagQuery
	ReferrerKey string `header:"Referrer-Key" doc:"Of an active discount" maxLength:"100"`
	Body        sdk.RegistrationInput
}

func (s *server) createSignup(ctx context.Context, in *createSignupInput) (*answer[*sdk.RegistrationAnswer], error) {
	created, err := s.cfg.Client.CreateRegistration(ctx, in.Body, s.meta(ctx, in.forced()))
	if err == nil {
		noteRegistration(ctx, created.SignupID)
	}
	return answered(created, err)
}

type readSignupInput struct {
	Visitor
	SignupPath
}

func (s *server) readSignup(ctx context.Context, in *readSignupInput) (*answer[*sdk.Registration], error) {
	return answered(s.cfg.Client.ReadRegistration(ctx, in.SignupID, callOf(ctx).Key))
}

type updateSignupInput struct {
	Visitor
	Repeatable
	FlagQuery
	SignupPath
	ReferrerKey string `header:"Referrer-Key" doc:"Of an active discount" maxLength:"100"`
	Body        sdk.RegistrationInput
}

func (s *server) updateSignup(ctx context.Context, in *updateSignupInput) (*answer[*sdk.RegistrationAnswer], error) {
	return answered(s.cfg.Client.UpdateRegistration(ctx, in.SignupID, callOf(ctx).Key, in.Body, s.meta(ctx, in.forced())))
}

// CouponList lists the coupons of a session.
type CouponList struct {
	Coupons []sdk.CouponDetail `json:"coupons"`
}

func (s *server) listCoupons(ctx context.Context, in *readSignupInput) (*answer[CouponList], error) {
	coupons, err := s.cfg.Client.Coupons(ctx, in.SignupID, callOf(ctx).Key, callOf(ctx).Locale)
	return answered(CouponList{Coupons: coupons}, err)
}
