package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk"
)

type bootstrapInput struct {
	Visitor
	FlagQuery
}

func (s *server) readBootstrap(ctx context.Context, in *bootstrapInput) (*answer[sdk.Bootstrap], error) {
	return answered(s.cfg.Client.Bootstrap(ctx, s.meta(ctx, in.forced())), nil)
}
