package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk"
)

type professionalFilter struct {
	State string `query:"state" enum:"pending_verification,verified,suspended"`
	Email string `query:"email" maxLength:"254" doc:"Whole address"`
	AdminPage
}

type professionalList struct {
	Body struct {
		Professionals []sdk.ProfessionalInfo `json:"professionals"`
	}
}

func (s *server) listProfessionals(ctx context.Context, in *professionalFilter) (*professionalList, error) {
	found, err := s.cfg.Client.Professionals(ctx, sdk.ProfessionalFilter{
		State: sdk.ProfessionalState(in.State), Email: in.Email, Before: in.Before, Limit: in.Limit,
	})
	if err != nil {
		return nil, err
	}
	out := &professionalList{}
	out.Body.Professionals = found
	return out, nil
}

type professionalPath struct {
	ProfessionalID string `path:"professionalId" maxLength:"64"`
}

func (s *server) verifyProfessional(ctx context.Context, in *professionalPath) (*struct{}, error) {
	return nil, s.cfg.Client.VerifyProfessional(ctx, in.ProfessionalID)
}

func (s *server) suspendProfessional(ctx context.Context, in *professionalPath) (*struct{}, error) {
	return nil, s.cfg.Client.SuspendProfessional(ctx, in.ProfessionalID)
}

func (s *server) restoreProfessional(ctx context.Context, in *professionalPath) (*struct{}, error) {
	return nil, s.cfg.Client.RestoreProfessional(ctx, in.ProfessionalID)
}
