package invite

import (
	"time"
)

// State is the state of an invitation, as its owners see it.
type State string

// The states of an invitation.
const (
	Open     State = "open"
	Expired  State = "expired" // its link has ended; a new one may be sent
	Accepted State = "accepted"
	Revoked  State = "revoked"
)

// Info is an invitation as the operators and the inviting professional see it. It never holds the token.
type Info struct {
	ID             string     `json:"id"`
	State          State      `json:"state" enum:"open,expired,accepted,revoked"`
	UserID         string     `json:"userId" doc:"The invitee's user id; their account will have the same id"`
	FamilyID       string     `json:"familyId"`
	FirstName      string     `json:"firstName"`
	LastName       string     `json:"lastName"`
	Email          string     `json:"email,omitempty"`
	PhoneNumber    string     `json:"phoneNumberWithCountryCode,omitempty"`
	InviterUserID  string     `json:"inviterUserId,omitempty" doc:"The parent who named them"`
	ProfessionalID string     `json:"professionalId,omitempty"`
	Locale         string     `json:"locale" enum:"en,es,es_MX"`
	SeatPaid       bool       `json:"seatPaid" doc:"The seat was paid for when the invitation was made"`
	CreatedAt      time.Time  `json:"createdAt"`
	ExpiresAt      time.Time  `json:"expiresAt"`
	AcceptedAt     *time.Time `json:"acceptedAt,omitempty"`
	RemindedAt     *time.Time `json:"remindedAt,omitempty"`
}

// Filter selects invitations. An empty field selects all.
type Filter struct {
	State          string // open (expired ones too), accepted or revoked
	Email          string
	ProfessionalID string
	Before         string // id of an invitation: only older ones
	Limit          int    // default 50, at most 500
}
