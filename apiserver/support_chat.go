package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk"
)

type chatTokenInput struct {
	Visitor
	FlagQuery
	HolderQuery
}

func (s *server) createChatToken(ctx context.Context, in *chatTokenInput) (*answer[*sdk.ChatToken], error) {
	return answered(s.cfg.Client.SupportChatToken(ctx, in.holder(ctx), s.meta(ctx, in.forced())))
}
