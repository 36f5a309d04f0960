package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
)

// AccessTokenRequest is a login for a command line token.
type AccessTokenRequest struct {
	Username string        `json:"username"`
	Password secret.Secret `json:"password"`
}

type accessTokenInput struct {
	Visitor
	Body AccessTokenRequest
}

func (s *server) createAccessToken(ctx context.Context, in *accessTokenInput) (*answer[*professional.AccessTokenAnswer], error) {
	return answered(s.cfg.Client.Professional.CreateAccessToken(ctx, in.Body.Username, in.Body.Password, s.meta(ctx, nil)))
}

type tokenOnlyInput struct{ Visitor }

func (s *server) readAccessToken(ctx context.Context, _ *tokenOnlyInput) (*answer[*professional.AccessTokenInfo], error) {
	return answered(s.cfg.Client.Professional.ReadAccessToken(ctx, request.Of(ctx).Bearer))
}

func (s *server) revokeAccessToken(ctx context.Context, in *leaveInput) (*nothing, error) {
	leave := s.cfg.Client.Professional.RevokeAccessToken
	if in.Everywhere {
		leave = s.cfg.Client.Account.EndSessions
	}
	return &nothing{}, leave(ctx, request.Of(ctx).Bearer)
}
