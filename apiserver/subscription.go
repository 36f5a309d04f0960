package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk"
)

// SubscriptionList is a page of subscriptions.
type SubscriptionList struct {
	Subscriptions []sdk.Subscription `json:"subscriptions"`
}

func (s *server) listSubscriptions(ctx context.Context, _ *Visitor) (*answer[SubscriptionList], error) {
	own, err := s.cfg.Client.OwnSubscriptions(ctx, callOf(ctx).Bearer)
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
	token, err := s.cfg.Client.SubscriptionClientToken(ctx, in.SubscriptionID, callOf(ctx).Bearer)
	return answered(ClientToken{ClientToken: token}, err)
}

type replacePaymentMethodInput struct {
	Visitor
	SubscriptionPath
	Body sdk.PaymentMethodInput
}

func (s *server) replacePaymentMethod(ctx context.Context, in *replacePaymentMethodInput) (*answer[*sdk.Subscription], error) {
	return answered(s.cfg.Client.ReplacePaymentMethod(ctx, in.SubscriptionID, callOf(ctx).Bearer, in.Body, s.meta(ctx, nil)))
}

// cancelSubscription has no body: the id says everything.
func (s *server) cancelSubscription(ctx context.Context, in *ownSubscriptionInput) (*answer[*sdk.Subscription], error) {
	return answered(s.cfg.Client.CancelSubscription(ctx, in.SubscriptionID, callOf(ctx).Bearer))
}
