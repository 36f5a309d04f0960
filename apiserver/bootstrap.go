package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk"
)

type bootstrapInput struct {
	Visitor
	FlagQuery
}

func (s *server) readBootstrap(ctx context.Context, in *bootstrapInput) (*answer[*sdk.Bootstrap], error) {
	c := callOf(ctx)
	return answered(s.ops.Bootstrap(c.AnonymousID, c.Locale, in.forced()), nil)
}
