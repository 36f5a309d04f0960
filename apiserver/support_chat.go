package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk/support"
)

type chatTokenInput struct {
	Visitor
	FlagQuery
	HolderQuery
}

func (s *server) createChatToken(ctx context.Context, in *chatTokenInput) (*answer[*support.Token], error) {
	return answered(s.cfg.Client.Support.ChatToken(ctx, in.holder(ctx), s.meta(ctx, in.forced())))
}
