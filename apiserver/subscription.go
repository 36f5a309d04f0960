package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/apiserver/request"
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

// SubscriptionPath names one of the caller's subscriptions.
type SubscriptionPath struct {
	SubscriptionID string `path:"subscriptionId" doc:"Must be one that the account pays for" maxLength:"64"`
}

func (s *server) createSubscriptionClientToken(ctx context.Context, in *ownSubscriptionInput) (*answer[ClientToken], error) {
	token, err := s.cfg.Client.Subscription.ClientToken(ctx, in.SubscriptionID, request.Of(ctx).Bearer)
	return answered(ClientToken{ClientToken: token}, err)
}

type replacePaymentMethodInput struct {
	Visitor
	SubscriptionPath
	Body subscription.PaymentMethodInput
}

func (s *server) replacePaymentMethod(ctx context.Context, in *replacePaymentMethodInput) (*answer[*subscription.Subscription], error) {
	return answered(s.cfg.Client.Subscription.ReplaceMethod(ctx, in.SubscriptionID, request.Of(ctx).Bearer, in.Body, s.meta(ctx, nil)))
}

// cancelSubscription has no body: the id says everything.
func (s *server) cancelSubscription(ctx context.Context, in *ownSubscriptionInput) (*answer[*subscription.Subscription], error) {
	return answered(s.cfg.Client.Subscription.Cancel(ctx, in.SubscriptionID, request.Of(ctx).Bearer))
}
