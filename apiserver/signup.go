package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/signup"
)

// answer is a response with only a body.
type answer[B any] struct{ Body B }

func answered[B any](b B, err error) (*answer[B], error) {
	if err != nil {
		return nil, err
	}
	return &answer[B]{Body: b}, nil
}

// Visitor holds the headers that describe the visitor but authorize nothing.
type Visitor struct {
	AcceptLanguage string `header:"Accept-Language" doc:"en or es, e.g. es-MX" maxLength:"200"`
	AnonymousID    string `header:"Anonymous-Id" doc:"The visitor's random id, created by the widget. It assigns experiments, and identifies browsers with an earlier login of an account" maxLength:"100"`
}

// Repeatable holds the header that makes a call safe to retry.
type Repeatable struct {
	IdempotencyKey string `header:"Idempotency-Key" doc:"The same key and body return the stored answer" minLength:"8" maxLength:"200"`
}

// SignupPath is the path of a registration.
type SignupPath struct {
	SignupID string `path:"signupId" doc:"Sign-up id" maxLength:"64"`
}

// meta returns the data of a call that operations get besides their input.
func (s *server) meta(ctx context.Context, forced map[string]string) caller.Meta {
	c := request.Of(ctx)
	return caller.Meta{
		Lang: c.Lang, Locale: c.Locale, AnonymousID: c.AnonymousID, ReferrerKey: c.ReferrerKey, ClientAddr: c.ClientAddr,
		IdempotencyKey: c.Idempotency, ForcedFlags: forced,
	}
}

type createSignupInput struct {
	Visitor
	Repeatable
	FlagQuery
	ReferrerKey string `header:"Referrer-Key" doc:"Key of an active discount" maxLength:"100"`
	Body        signup.Input
}

func (s *server) createSignup(ctx context.Context, in *createSignupInput) (*answer[*signup.Answer], error) {
	created, err := s.cfg.Client.Signup.Create(ctx, in.Body, s.meta(ctx, in.forced()))
	if err == nil {
		request.NoteRegistration(ctx, created.SignupID)
	}
	return answered(created, err)
}

// ownSignupInput is the input of a call that needs only the ID of the caller's registration.
type ownSignupInput struct {
	Visitor
	SignupPath
}

type readSignupInput struct {
	Visitor
	SignupPath
	FlagQuery
}

func (s *server) readSignup(ctx context.Context, in *readSignupInput) (*answer[*signup.Registration], error) {
	return answered(s.cfg.Client.Signup.Read(ctx, in.SignupID, request.Of(ctx).Key, s.meta(ctx, in.forced())))
}

type updateSignupInput struct {
	Visitor
	Repeatable
	FlagQuery
	SignupPath
	ReferrerKey string `header:"Referrer-Key" doc:"Key of an active discount" maxLength:"100"`
	Body        signup.Input
}

func (s *server) updateSignup(ctx context.Context, in *updateSignupInput) (*answer[*signup.Answer], error) {
	return answered(s.cfg.Client.Signup.Update(ctx, in.SignupID, request.Of(ctx).Key, in.Body, s.meta(ctx, in.forced())))
}

// CouponList lists the coupons of a session.
type CouponList struct {
	Coupons []price.CustomersCoupon `json:"coupons"`
}

func (s *server) listCoupons(ctx context.Context, in *ownSignupInput) (*answer[CouponList], error) {
	coupons, err := s.cfg.Client.Signup.Coupons(ctx, in.SignupID, request.Of(ctx).Key, request.Of(ctx).Locale)
	return answered(CouponList{Coupons: coupons}, err)
}

// mailSignupLink has no body, because the mail goes to the parent's own address.
func (s *server) mailSignupLink(ctx context.Context, in *ownSignupInput) (*answer[Sent], error) {
	return answered(Sent{Sent: true}, s.cfg.Client.Signup.MailLink(ctx, in.SignupID, request.Of(ctx).Key, s.meta(ctx, nil)))
}
