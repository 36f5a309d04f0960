package sdk

import "slices"

// InviteState is where an invited parent stands. It is derived from what was entered, never stored.
type InviteState string

// The states of an invited parent, in order.
const (
	InviteParent        InviteState = "invite_parent"         // /invite/step1 is to be filled in
	InviteBilling       InviteState = "invite_billing"        // the seat is paid, the billing address is missing
	InvitePackage       InviteState = "invite_package"        // a package is to be chosen
	InviteCustom        InviteState = "invite_custom"         // a custom package is chosen, not built yet
	InvitePayment       InviteState = "invite_payment"        // a package is chosen
	InvitePaymentCustom InviteState = "invite_payment_custom" // a custom package is built
	InviteConfirming    InviteState = "invite_confirming"     // a payment's outcome is awaited
	InviteJoined        InviteState = "invite_joined"         // took up the paid seat, no username and password yet
	InvitePaid          InviteState = "invite_paid"           // paid, no username and password yet
	InviteDone          InviteState = "invite_done"           // joined, with username and password
)

// InviteGuard says what an invited parent in a state may see and do. /invite/request is open to anyone
// and stands in no guard.
type InviteGuard = Guard[InviteState]

// Sections that an invited parent may come back to as long as nothing is paid.
var (
	inviteParentSections  = []Section{SectionParent, SectionReferral, SectionSecurityQuestion, SectionSecurityCode}
	inviteBillingSections = append(slices.Clone(inviteParentSections), SectionAddress)
	invitePackageSections = append(slices.Clone(inviteBillingSections), SectionOrder)
)

var inviteGuards = []InviteGuard{
	{InviteParent, "/invite/step1", []string{"/invite", "/invite/step1"}, inviteParentSections},
	{InviteBilling, "/invite/billing-info", []string{"/invite", "/invite/step1", "/invite/billing-info"}, inviteBillingSections},
	{InvitePackage, "/invite/packages", []string{"/invite", "/invite/step1", "/invite/packages"}, invitePackageSections},
	{InviteCustom, "/invite/choose-your-own", []string{"/invite", "/invite/step1", "/invite/packages", "/invite/choose-your-own"}, invitePackageSections},
	{InvitePayment, "/invite/payment", []string{"/invite", "/invite/step1", "/invite/packages", "/invite/payment"}, invitePackageSections},
	{InvitePaymentCustom, "/invite/payment", []string{"/invite", "/invite/step1", "/invite/packages", "/invite/choose-your-own", "/invite/payment"}, invitePackageSections},
	{InviteConfirming, "/invite/payment", []string{"/invite", "/invite/payment"}, nil},
	{InviteJoined, "/invite/credentials", []string{"/invite", "/invite/credentials"}, nil},
	{InvitePaid, "/invite/credentials", []string{"/invite", "/invite/credentials", "/invite/receipt"}, nil},
	{InviteDone, "/invite/receipt", []string{"/invite", "/invite/receipt"}, nil},
}

// InviteGuards gives the table of what an invited parent may see and do in each state. The caller must not
// change it.
func InviteGuards() []InviteGuard { return inviteGuards }

// inviteStates are the states of an invited parent, in the table's order.
var inviteStates = []InviteState{
	InviteParent, InviteBilling, InvitePackage, InviteCustom, InvitePayment, InvitePaymentCustom,
	InviteConfirming, InviteJoined, InvitePaid, InviteDone,
}

// inviteFacts is what the state depends on.
type inviteFacts struct {
	Joined          bool // the account is its owner's
	HasCredentials  bool
	PaidThemselves  bool // and not the one who invited them
	Paying          bool
	StepOne         bool // everything that /invite/step1 asks is there
	Current         bool // the seat is paid
	BillingComplete bool
	OrderChosen     bool
	CustomPending   bool // a custom package without its options
	CustomPackage   bool
}

// inviteState decides where an invited parent stands.
func inviteState(f inviteFacts) InviteState {
	switch {
	case f.Joined && f.HasCredentials:
		return InviteDone
	case f.Joined && f.PaidThemselves:
		return InvitePaid
	case f.Joined:
		return InviteJoined
	case f.Paying:
		return InviteConfirming
	case !f.StepOne:
		return InviteParent
	case f.Current:
		return InviteBilling
	case f.CustomPending:
		return InviteCustom
	case !f.OrderChosen:
		return InvitePackage
	case f.CustomPackage:
		return InvitePaymentCustom
	}
	return InvitePayment
}

// lastStep is the specification's counter of completed steps.
func (f inviteFacts) lastStep() int16 {
	switch {
	case f.Joined:
		return 2
	case !f.StepOne:
		return 0
	case f.Current, f.OrderChosen && !f.CustomPending:
		return 2
	}
	return 1
}
