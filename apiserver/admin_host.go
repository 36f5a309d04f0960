package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/host"
)

type endpointList struct {
	Body struct {
		Endpoints []host.Endpoint `json:"endpoints"`
	}
}

func (s *server) listHostEndpoints(ctx context.Context, _ *struct{}) (*endpointList, error) {
	found, err := s.cfg.Client.Host.Endpoints(ctx)
	if err != nil {
		return nil, err
	}
	out := &endpointList{}
	out.Body.Endpoints = found
	return out, nil
}

func (s *server) addHostEndpoint(ctx context.Context, in *struct{ Body host.EndpointInput }) (*answer[*host.Endpoint], error) {
	return answered(s.cfg.Client.Host.AddEndpoint(ctx, in.Body, request.Of(ctx).Lang))
}

// EndpointPath names an endpoint. It is exported because huma reads no fields of an embedded struct that is not.
type EndpointPath struct {
	EndpointID string `path:"endpointId" maxLength:"64"`
}

func (s *server) changeHostEndpoint(ctx context.Context, in *struct {
	EndpointPath
	Body host.EndpointChange
}) (*answer[*host.Endpoint], error) {
	return answered(s.cfg.Client.Host.ChangeEndpoint(ctx, in.EndpointID, in.Body, request.Of(ctx).Lang))
}

func (s *server) removeHostEndpoint(ctx context.Context, in *EndpointPath) (*struct{}, error) {
	return nil, s.cfg.Client.Host.RemoveEndpoint(ctx, in.EndpointID)
}

type deadPage struct {
	EndpointPath
	Before int64 `query:"before" minimum:"0" doc:"Position of the last one seen"`
	Limit  int   `query:"limit" minimum:"0" maximum:"500"`
}

type deliveryList struct {
	Body struct {
		Deliveries []host.Delivery `json:"deliveries"`
	}
}

func (s *server) listDeadEvents(ctx context.Context, in *deadPage) (*deliveryList, error) {
	found, err := s.cfg.Client.Host.Dead(ctx, in.EndpointID, in.Before, in.Limit)
	if err != nil {
		return nil, err
	}
	out := &deliveryList{}
	out.Body.Deliveries = found
	return out, nil
}

type replayed struct {
	Body struct {
		Events int `json:"events" doc:"How many will be sent again"`
	}
}

func (s *server) replayHostEvents(ctx context.Context, in *struct {
	EndpointPath
	Body host.Replay
}) (*replayed, error) {
	n, err := s.cfg.Client.Host.Replay(ctx, in.EndpointID, in.Body)
	if err != nil {
		return nil, err
	}
	out := &replayed{}
	out.Body.Events = n
	return out, nil
}

func (s *server) testHostEndpoint(ctx context.Context, in *EndpointPath) (*answer[*host.TestResult], error) {
	return answered(s.cfg.Client.Host.SendTest(ctx, in.EndpointID))
}

type tokenList struct {
	Body struct {
		Tokens []host.Token `json:"tokens"`
	}
}

func (s *server) listHostTokens(ctx context.Context, _ *struct{}) (*tokenList, error) {
	found, err := s.cfg.Client.Host.Tokens(ctx)
	if err != nil {
		return nil, err
	}
	out := &tokenList{}
	out.Body.Tokens = found
	return out, nil
}

func (s *server) createHostToken(ctx context.Context, in *struct{ Body host.TokenInput }) (*answer[*host.Token], error) {
	return answered(s.cfg.Client.Host.CreateToken(ctx, in.Body, request.Of(ctx).Lang))
}

func (s *server) revokeHostToken(ctx context.Context, in *struct {
	TokenID string `path:"tokenId" maxLength:"64"`
}) (*struct{}, error) {
	return nil, s.cfg.Client.Host.RevokeToken(ctx, in.TokenID)
}
