package apiserver

import (
	"context"
	"log/slog"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/professional"
)

// activityStart is the Activity header of the first call of a professional's sign-up.
const activityStart = "start"

type validateProfessionalInput struct {
	Visitor
	Activity string `header:"Activity" doc:"start when a sign-up begins: recorded for analytics, has no other effect" maxLength:"40"`
	Body     professional.StepInput
}

func (s *server) validateProfessional(ctx context.Context, in *validateProfessionalInput) (*answer[*professional.StepAnswer], error) {
	out, err := answered(s.cfg.Client.Professional.CheckStep(ctx, in.Body, s.meta(ctx, nil)))
	if err == nil && in.Activity == activityStart && s.cfg.Events != nil {
		started := []Event{{Event: "Professional Signup Started"}}
		if err := s.cfg.Events.Record(ctx, request.Of(ctx).AnonymousID, started); err != nil { // an analytics error must not stop the sign-up
			request.Log(ctx).Warn("could not record the event", slog.Any("error", err))
		}
	}
	return out, err
}

type createProfessionalInput struct {
	Visitor
	Repeatable
	Body form.Professional
}

func (s *server) createProfessional(ctx context.Context, in *createProfessionalInput) (*answer[*professional.Answer], error) {
	return answered(s.cfg.Client.Professional.Create(ctx, in.Body, s.meta(ctx, nil)))
}

// InvitedFamily lists the invitations of one family, the parent's first.
type InvitedFamily struct {
	Invitations []invite.Info `json:"invitations"`
}

type inviteFamilyInput struct {
	Visitor
	Repeatable
	Body invite.Input
}

func (s *server) inviteFamily(ctx context.Context, in *inviteFamilyInput) (*answer[InvitedFamily], error) {
	id, err := s.professional(ctx)
	if err != nil {
		return nil, err
	}
	made, err := s.cfg.Client.Invite.Create(ctx, id, in.Body, s.meta(ctx, nil))
	return answered(InvitedFamily{Invitations: made}, err)
}
