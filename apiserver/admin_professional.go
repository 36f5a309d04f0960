package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk/professional"
)

type professionalFilter struct {
	State string `query:"state" enum:"pending_verification,verified,suspended"`
	Email string `query:"email" maxLength:"254" doc:"Whole address"`
	AdminPage
}

type professionalList struct {
	Body struct {
		Professionals []professional.Info `json:"professionals"`
	}
}

func (s *server) listProfessionals(ctx context.Context, in *professionalFilter) (*professionalList, error) {
	found, err := s.cfg.Client.Professional.List(ctx, professional.Filter{
		State: professional.State(in.State), Email: in.Email, Before: in.Before, Limit: in.Limit,
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
	return nil, s.cfg.Client.Professional.Verify(ctx, in.ProfessionalID)
}

func (s *server) suspendProfessional(ctx context.Context, in *professionalPath) (*struct{}, error) {
	return nil, s.cfg.Client.Professional.Suspend(ctx, in.ProfessionalID)
}

func (s *server) restoreProfessional(ctx context.Context, in *professionalPath) (*struct{}, error) {
	return nil, s.cfg.Client.Professional.Restore(ctx, in.ProfessionalID)
}
