package invite

import (
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
)

// InviterNotFound rejects an inviter without a place in a family.
var InviterNotFound = fault.New(fault.NotFound, "inviter_not_found", nil)

// Input is a family that a professional invites.
type Input struct {
	Parent   form.InvitedPerson  `json:"parent"`
	CoParent *form.InvitedPerson `json:"coParent,omitempty" doc:"Gets an invitation, too"`
	Children []form.Child        `json:"children,omitempty"`
	Locale   string              `json:"locale,omitempty" doc:"Locale of the mail and the welcome page: en, es or es_MX; default: the locale of the call"`
}
