package home

import (
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// AccountPage is an account in its owner's view.
type AccountPage struct {
	UserID        string                          `json:"userId"`
	FirstName     string                          `json:"firstName"`
	LastName      string                          `json:"lastName"`
	Email         string                          `json:"email"`
	Locale        string                          `json:"locale" doc:"Locale of dates and amounts, e.g. en-GB: the caller's language, with the region of the account's country"`
	Subscriptions []subscription.HeldSubscription `json:"subscriptions" doc:"Subscriptions that the account pays for or uses, the current term first"`
	Receipts      []order.ReceiptSummary          `json:"receipts" doc:"The newest first"`
	Family        []account.FamilyMember          `json:"family" doc:"Parents first, then children; the account's owner among them"`
	CoParent      *invite.InvitedCoParent         `json:"coParent,omitempty" doc:"The co-parent that the account's owner has invited"`
	Professional  *ProfessionalPart               `json:"professional,omitempty" doc:"Only of a professional's account"`
}

// ProfessionalPart holds a professional's batches of subscription codes, without the codes themselves.
type ProfessionalPart struct {
	State   professional.State `json:"state" enum:"pending_verification,verified,suspended"`
	Batches []codes.Batch      `json:"batches" doc:"The newest first"`
}
