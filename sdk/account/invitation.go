package account

// The subscription of an invited parent, as the invitation tells it.
const (
	InviteeSubscriptionNone      = "none"      // a new invitee: nobody has paid for them
	InviteeSubscriptionCurrent   = "current"   // their seat is paid
	InviteeSubscriptionSuspended = "suspended" // it was paid, and the payment failed after all
	InviteeSubscriptionEnded     = "ended"     // its term is over, or it was given back
)

// FamilyMember is one of the family, as the welcome page shows it.
type FamilyMember struct {
	UserID          string `json:"userId,omitempty" doc:"Parents only"`
	FirstName       string `json:"firstName"`
	LastName        string `json:"lastName"`
	Color           string `json:"color" doc:"CSS color on which white text is readable, e.g. #1f6f5c"`
	DisplayInitials string `json:"displayInitials"`
}
