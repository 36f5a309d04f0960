package apiserver

import (
	"context"
	"net/http"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

// ClientToken is the token that initializes the payment provider's client.
type ClientToken struct {
	ClientToken secret.Shown `json:"clientToken"`
	VerifyCard  bool         `json:"verifyCard,omitempty" doc:"True if a card of any country must be verified with 3-D Secure for the quote's total before it is sent, because too many payments are being declined"`
}

type clientTokenInput struct {
	Visitor
	Country  string `query:"country" doc:"Billing country, ISO 3166-1 alpha-2; the currency is the chosen package's" maxLength:"2"`
	SignupID string `query:"signupId" doc:"Sign-up that the Registration-Key belongs to; an invited parent sends none" maxLength:"64"`
	InviteQuery
}

func (s *server) createClientToken(ctx context.Context, in *clientTokenInput) (*answer[ClientToken], error) {
	request.NoteRegistration(ctx, in.SignupID)
	c := request.Of(ctx)
	if in.SignupID == "" && c.Key == "" && c.Bearer != "" {
		token, err := s.cfg.Client.Invite.ClientToken(ctx, in.UserID, c.Bearer, s.meta(ctx, nil))
		return answered(ClientToken{ClientToken: token.Token, VerifyCard: token.VerifyCard}, err)
	}
	token, err := s.cfg.Client.Checkout.ClientToken(ctx, in.SignupID, c.Key, s.meta(ctx, nil))
	return answered(ClientToken{ClientToken: token.Token, VerifyCard: token.VerifyCard}, err)
}

// paymentAnswer is a payment with a status: 200 once it is decided, 202 while it is being confirmed.
type paymentAnswer struct {
	Status     int
	RetryAfter int `header:"Retry-After" doc:"With 202: seconds to wait before polling again"`
	Body       *payment.Answer
}

// confirmSeconds is the interval in which a client should poll a payment.
const confirmSeconds = 2

func paymentStatus(a *payment.Answer, err error) (*paymentAnswer, error) {
	if err != nil {
		return nil, err
	}
	if a.Status == payment.Confirming {
		return &paymentAnswer{Status: http.StatusAccepted, RetryAfter: confirmSeconds, Body: a}, nil
	}
	return &paymentAnswer{Status: http.StatusOK, Body: a}, nil
}

// PaymentKey distinguishes payment attempts. It is required.
type PaymentKey struct {
	IdempotencyKey string `header:"Idempotency-Key" required:"true" doc:"New for every new attempt; the same when retrying after a lost answer or 202" minLength:"8" maxLength:"200"`
}

type payInput struct {
	Visitor
	SignupPath
	PaymentKey
	Body payment.Input
}

func (s *server) paySignup(ctx context.Context, in *payInput) (*paymentAnswer, error) {
	return paymentStatus(s.cfg.Client.Checkout.Pay(ctx, in.SignupID, request.Of(ctx).Key, in.Body, s.meta(ctx, nil)))
}

func (s *server) readPayment(ctx context.Context, in *ownSignupInput) (*paymentAnswer, error) {
	return paymentStatus(s.cfg.Client.Checkout.Status(ctx, in.SignupID, request.Of(ctx).Key))
}
