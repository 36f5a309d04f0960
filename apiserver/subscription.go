package apiserver

import (
	"context"
	"net/http"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// SubscriptionList is a page of subscriptions.
type SubscriptionList struct {
	Subscriptions []subscription.Subscription `json:"subscriptions"`
}

func (s *server) listSubscriptions(ctx context.Context, _ *Visitor) (*answer[SubscriptionList], error) {
	own, err := s.cfg.Client.Subscription.Own(ctx, request.Of(ctx).Bearer)
	return answered(SubscriptionList{own}, err)
}

type ownSubscriptionInput struct {
	Visitor
	SubscriptionPath
}

// SubscriptionPath is the path of one of the caller's subscriptions.
type SubscriptionPath struct {
	SubscriptionID string `path:"subscriptionId" doc:"Must be one that the account pays for" maxLength:"64"`
}

func (s *server) createSubscriptionClientToken(ctx context.Context, in *ownSubscriptionInput) (*answer[ClientToken], error) {
	token, err := s.cfg.Client.Subscription.ClientToken(ctx, in.SubscriptionID, request.Of(ctx).Bearer)
	return answered(ClientToken{ClientToken: secret.Shown(token)}, err)
}

type replacePaymentMethodInput struct {
	Visitor
	SubscriptionPath
	Body subscription.PaymentMethodInput
}

func (s *server) replacePaymentMethod(ctx context.Context, in *replacePaymentMethodInput) (*answer[*subscription.Subscription], error) {
	return answered(s.cfg.Client.Subscription.ReplaceMethod(ctx, in.SubscriptionID, request.Of(ctx).Bearer, in.Body, s.meta(ctx, nil)))
}

type payAgainInput struct {
	Visitor
	SubscriptionPath
	IdempotencyKey string `header:"Idempotency-Key" required:"true" doc:"New for every new attempt; the same when retrying after a lost answer or 202" maxLength:"200"`
	Body           subscription.PayAgainInput
}

// paidAgainAnswer is a payment with a status: 200 once it is accepted, 202 while it is being confirmed.
type paidAgainAnswer struct {
	Status     int
	RetryAfter string `header:"Retry-After"`
	Body       *subscription.PaidAgain
}

func (s *server) payAgain(ctx context.Context, in *payAgainInput) (*paidAgainAnswer, error) {
	paid, err := s.cfg.Client.Subscription.PayAgain(ctx, in.SubscriptionID, request.Of(ctx).Bearer, in.Body, s.meta(ctx, nil))
	if err != nil {
		return nil, err
	}
	if paid.Unfinished() {
		return &paidAgainAnswer{Status: http.StatusAccepted, RetryAfter: "2", Body: paid}, nil
	}
	return &paidAgainAnswer{Status: http.StatusOK, Body: paid}, nil
}

// cancelSubscription has no body, because the ID is enough.
func (s *server) cancelSubscription(ctx context.Context, in *ownSubscriptionInput) (*answer[*subscription.Subscription], error) {
	return answered(s.cfg.Client.Subscription.Cancel(ctx, in.SubscriptionID, request.Of(ctx).Bearer))
}
