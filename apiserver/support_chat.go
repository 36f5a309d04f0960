package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk/visitor"
)

type chatTokenInput struct {
	Visitor
	FlagQuery
	HolderQuery
}

func (s *server) createChatToken(ctx context.Context, in *chatTokenInput) (*answer[*visitor.ChatToken], error) {
	return answered(s.cfg.Client.Visitor.SupportChatToken(ctx, in.holder(ctx), s.meta(ctx, in.forced())))
}
