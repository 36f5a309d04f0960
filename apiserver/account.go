package apiserver

import "context"

type UserPath struct {
	UserID string `path:"userId" maxLength:"64" doc:"Must be the token's own"`
}

type readParentInput struct {
	Visitor
	UserPath
}

func (s *server) readParent(ctx context.Context, in *readParentInput) (*answer[*ParentAccount], error) {
	return answered(s.ops.ReadParent(ctx, callOf(ctx).Bearer, in.UserID))
}

// Choice is a yes or no.
type Choice struct {
	Data bool `json:"data"`
}

type choiceInput struct {
	Visitor
	UserPath
	Body Choice
}

func (s *server) agreeToTerms(ctx context.Context, in *choiceInput) (*answer[*ParentAccount], error) {
	return answered(s.ops.AgreeToTerms(ctx, callOf(ctx).Bearer, in.UserID, in.Body.Data))
}

func (s *server) optInToMarketing(ctx context.Context, in *choiceInput) (*answer[*ParentAccount], error) {
	return answered(s.ops.OptInToMarketing(ctx, callOf(ctx).Bearer, in.UserID, in.Body.Data))
}

type subscriptionInput struct {
	Visitor
	Repeatable
	SubscriptionID string `path:"subscriptionId" maxLength:"64"`
}

func (s *server) cancelRenewal(ctx context.Context, in *subscriptionInput) (*answer[*Subscription], error) {
	return answered(s.ops.CancelRenewal(ctx, callOf(ctx).Bearer, in.SubscriptionID))
}
