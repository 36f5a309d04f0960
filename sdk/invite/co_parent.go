package invite

import (
	"time"
)

// InvitedCoParent is a parent's invited co-parent: the data that the parent entered, and the state of the invitation. It doesn't reveal an existing
// account of the address.
type InvitedCoParent struct {
	FirstName  string     `json:"firstName"`
	LastName   string     `json:"lastName"`
	Email      string     `json:"email,omitempty" doc:"Address of the invitation's mail, until the co-parent joins; empty: none was entered"`
	State      State      `json:"state" enum:"open,expired,accepted,revoked"`
	InvitedAt  time.Time  `json:"invitedAt"`
	ExpiresAt  time.Time  `json:"expiresAt" doc:"When the link ends"`
	JoinedAt   *time.Time `json:"joinedAt,omitempty"`
	Resendable bool       `json:"resendable" doc:"Another link may be sent to the address"`
}
