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

type cancelSubscriptionInput struct {
	Visitor
	SubscriptionID string `path:"subscriptionId" doc:"Must be one that the account pays for" maxLength:"64"`
}

// cancelSubscription has no body: there is nothing to say but the id.
func (s *server) cancelSubscription(ctx context.Context, in *cancelSubscriptionInput) (*answer[*sdk.Subscription], error) {
	return answered(s.cfg.Client.CancelSubscription(ctx, in.SubscriptionID, callOf(ctx).Bearer))
}
