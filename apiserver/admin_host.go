package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/integration"
)

type endpointList struct {
	Body struct {
		Endpoints []integration.Endpoint `json:"endpoints"`
	}
}

func (s *server) listHostEndpoints(ctx context.Context, _ *struct{}) (*endpointList, error) {
	found, err := s.cfg.Client.Integration.Endpoints(ctx)
	if err != nil {
		return nil, err
	}
	out := &endpointList{}
	out.Body.Endpoints = found
	return out, nil
}

func (s *server) addHostEndpoint(ctx context.Context, in *struct{ Body integration.EndpointInput }) (*answer[*integration.Endpoint], error) {
	return answered(s.cfg.Client.Integration.AddEndpoint(ctx, in.Body, request.Of(ctx).Lang))
}

// EndpointPath names an endpoint. It is exported because huma ignores the fields of an unexported embedded struct.
type EndpointPath struct {
	EndpointID string `path:"endpointId" maxLength:"64"`
}

func (s *server) changeHostEndpoint(ctx context.Context, in *struct {
	EndpointPath
	Body integration.EndpointChange
}) (*answer[*integration.Endpoint], error) {
	return answered(s.cfg.Client.Integration.ChangeEndpoint(ctx, in.EndpointID, in.Body, request.Of(ctx).Lang))
}

func (s *server) removeHostEndpoint(ctx context.Context, in *EndpointPath) (*struct{}, error) {
	return nil, s.cfg.Client.Integration.RemoveEndpoint(ctx, in.EndpointID)
}

type deadPage struct {
	EndpointPath
	Before int64 `query:"before" minimum:"0" doc:"Position of the last event read"`
	Limit  int   `query:"limit" minimum:"0" maximum:"500"`
}

type deliveryList struct {
	Body struct {
		Deliveries []integration.Delivery `json:"deliveries"`
	}
}

func (s *server) listDeadEvents(ctx context.Context, in *deadPage) (*deliveryList, error) {
	found, err := s.cfg.Client.Integration.Dead(ctx, in.EndpointID, in.Before, in.Limit)
	if err != nil {
		return nil, err
	}
	out := &deliveryList{}
	out.Body.Deliveries = found
	return out, nil
}

type replayed struct {
	Body struct {
		Events int `json:"events" doc:"Number of events to be sent again"`
	}
}

func (s *server) replayHostEvents(ctx context.Context, in *struct {
	EndpointPath
	Body integration.Replay
}) (*replayed, error) {
	n, err := s.cfg.Client.Integration.Replay(ctx, in.EndpointID, in.Body)
	if err != nil {
		return nil, err
	}
	out := &replayed{}
	out.Body.Events = n
	return out, nil
}

func (s *server) testHostEndpoint(ctx context.Context, in *EndpointPath) (*answer[*integration.TestResult], error) {
	return answered(s.cfg.Client.Integration.SendTest(ctx, in.EndpointID))
}

type tokenList struct {
	Body struct {
		Tokens []integration.Token `json:"tokens"`
	}
}

func (s *server) listHostTokens(ctx context.Context, _ *struct{}) (*tokenList, error) {
	found, err := s.cfg.Client.Integration.Tokens(ctx)
	if err != nil {
		return nil, err
	}
	out := &tokenList{}
	out.Body.Tokens = found
	return out, nil
}

func (s *server) createHostToken(ctx context.Context, in *struct{ Body integration.TokenInput }) (*answer[*integration.Token], error) {
	return answered(s.cfg.Client.Integration.CreateToken(ctx, in.Body, request.Of(ctx).Lang))
}

func (s *server) revokeHostToken(ctx context.Context, in *struct {
	TokenID string `path:"tokenId" maxLength:"64"`
}) (*struct{}, error) {
	return nil, s.cfg.Client.Integration.RevokeToken(ctx, in.TokenID)
}
