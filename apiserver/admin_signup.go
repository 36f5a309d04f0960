package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/signup"
)

// AdminPage selects a page of an operators' list.
type AdminPage struct {
	Before string `query:"before" maxLength:"64" doc:"Only those older than the one with this id"`
	Limit  int    `query:"limit" minimum:"1" maximum:"500" default:"50"`
}

type signupFilter struct {
	State string `query:"state" enum:"open,paid,expired"`
	Email string `query:"email" maxLength:"254" doc:"Whole address of the parent"`
	AdminPage
}

type signupList struct {
	Body struct {
		Signups []signup.Info `json:"signups"`
	}
}

func (s *server) listSignups(ctx context.Context, in *signupFilter) (*signupList, error) {
	found, err := s.cfg.Client.Signup.List(ctx, signup.Filter{
		State: signup.State(in.State), Email: in.Email, Before: in.Before, Limit: in.Limit,
	})
	if err != nil {
		return nil, err
	}
	out := &signupList{}
	out.Body.Signups = found
	return out, nil
}

func (s *server) inspectSignup(ctx context.Context, in *SignupPath) (*answer[*signup.Report], error) {
	return answered(s.cfg.Client.Signup.Inspect(ctx, in.SignupID))
}

type expiredSignups struct {
	Body struct {
		Expired int `json:"expired" doc:"Number of expired sessions"`
	}
}

func (s *server) expireSignups(ctx context.Context, _ *struct{}) (*expiredSignups, error) {
	n, err := s.cfg.Client.Privacy.ExpireRegistrations(ctx)
	if err != nil {
		return nil, err
	}
	out := &expiredSignups{}
	out.Body.Expired = n
	return out, nil
}

type purgedSignups struct{ Body privacy.Purged }

func (s *server) purgeSignups(ctx context.Context, _ *struct{}) (*purgedSignups, error) {
	purged, err := s.cfg.Client.Privacy.Purge(ctx)
	if err != nil {
		return nil, err
	}
	return &purgedSignups{purged}, nil
}

type readingFilter struct {
	Operator string `query:"operator" maxLength:"100" doc:"Whole name"`
	AdminPage
}

type readingList struct {
	Body struct {
		Readings []privacy.Reading `json:"readings"`
	}
}

func (s *server) listReadings(ctx context.Context, in *readingFilter) (*readingList, error) {
	found, err := s.cfg.Client.Privacy.Readings(ctx, privacy.ReadingFilter{Operator: in.Operator, Before: in.Before, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	out := &readingList{}
	out.Body.Readings = found
	return out, nil
}
