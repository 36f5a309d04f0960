package apiserver

import (
	"net/http"

	"github.com/cojoin/cojoin/sdk"
)

// devInvite invites a family on behalf of a professional, without the professional's token.
func (s *server) devInvite(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		sdk.InvitationInput
		ProfessionalID string `json:"professionalId"`
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	made, err := s.cfg.Dev.Invite(r.Context(), in.ProfessionalID, in.InvitationInput)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusCreated, map[string]any{"invitations": made})
	return nil
}
