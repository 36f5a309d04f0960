package invite

import (
	"time"
)

// InvitedCoParent is the co-parent whom a parent has invited, as the parent sees the invitation: what they said themselves, and
// whether the other has joined. Whether the address belongs to an account already isn't told.
type InvitedCoParent struct {
	FirstName  string     `json:"firstName"`
	LastName   string     `json:"lastName"`
	Email      string     `json:"email,omitempty" doc:"Where the link was sent, until they join; empty: none was given"`
	State      State      `json:"state" enum:"open,expired,accepted,revoked"`
	InvitedAt  time.Time  `json:"invitedAt"`
	ExpiresAt  time.Time  `json:"expiresAt" doc:"When the link ends"`
	JoinedAt   *time.Time `json:"joinedAt,omitempty"`
	Resendable bool       `json:"resendable" doc:"Another link may be sent to the address"`
}
