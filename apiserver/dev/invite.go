package dev

import (
	"net/http"

	"github.com/cojoin/cojoin/sdk/invite"
)

// invite invites a family on behalf of a professional, without the professional's token.
func (s *console) invite(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		invite.Input
		ProfessionalID string `json:"professionalId"`
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	made, err := s.cfg.Tools.Invite(r.Context(), in.ProfessionalID, in.Input)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusCreated, map[string]any{"invitations": made})
	return nil
}
