package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk"
)

// UserPath is the path of an account.
type UserPath struct {
	UserID string `path:"userId" doc:"Must be the token's account" maxLength:"64"`
}

type readParentInput struct {
	Visitor
	UserPath
}

func (s *server) readParent(ctx context.Context, in *readParentInput) (*answer[*sdk.ParentAccount], error) {
	return answered(s.cfg.Client.ParentAccount(ctx, in.UserID, callOf(ctx).Bearer))
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

// agreeToTerms records the agreement. It can't be withdrawn, so false is rejected rather than ignored.
func (s *server) agreeToTerms(ctx context.Context, in *choiceInput) (*answer[*sdk.ParentAccount], error) {
	if !in.Body.Data {
		return nil, sdk.NewFault(sdk.FaultInvalid, codeInvalid, nil)
	}
	return answered(s.cfg.Client.AgreeToTerms(ctx, in.UserID, callOf(ctx).Bearer))
}

func (s *server) optInToMarketing(ctx context.Context, in *choiceInput) (*answer[*sdk.ParentAccount], error) {
	return answered(s.cfg.Client.SetMarketingOptIn(ctx, in.UserID, callOf(ctx).Bearer, in.Body.Data))
}
