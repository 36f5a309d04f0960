package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/account"
)

// leaveInput is the input of a call that ends the caller's session or all sessions of the account.
type leaveInput struct {
	Visitor
	Everywhere bool `query:"everywhere" doc:"End every other session of the account, too: browsers and command lines"`
}

func (s *server) listSessions(ctx context.Context, _ *tokenOnlyInput) (*answer[*account.SessionList], error) {
	return answered(s.cfg.Client.Account.Sessions(ctx, request.Of(ctx).Bearer))
}

func (s *server) endLogins(ctx context.Context, _ *tokenOnlyInput) (*nothing, error) {
	return &nothing{}, s.cfg.Client.Account.EndLogins(ctx, request.Of(ctx).Bearer)
}

func (s *server) endOtherSessions(ctx context.Context, _ *tokenOnlyInput) (*nothing, error) {
	return &nothing{}, s.cfg.Client.Account.EndOtherSessions(ctx, request.Of(ctx).Bearer)
}

type sessionInput struct {
	Visitor
	SessionID string `path:"sessionId" doc:"Must be one of the account's sessions" maxLength:"64"`
}

func (s *server) endSession(ctx context.Context, in *sessionInput) (*nothing, error) {
	return &nothing{}, s.cfg.Client.Account.EndSession(ctx, request.Of(ctx).Bearer, in.SessionID)
}
