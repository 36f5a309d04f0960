package invites

import (
	"slices"

	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Step is the state of an invited parent. It is derived from the entered data, never stored.
type Step string

// The states of an invited parent, in order.
const (
	StepParent        Step = "invite_parent"         // /invite/step1 isn't complete
	StepBilling       Step = "invite_billing"        // the seat is paid, the billing address is missing
	StepPackage       Step = "invite_package"        // no package chosen yet
	StepCustom        Step = "invite_custom"         // a custom package is chosen, not built yet
	StepPayment       Step = "invite_payment"        // a package is chosen
	StepPaymentCustom Step = "invite_payment_custom" // a custom package is built
	StepConfirming    Step = "invite_confirming"     // a payment is being confirmed
	StepJoined        Step = "invite_joined"         // took up the paid seat, no username and password yet
	StepPaid          Step = "invite_paid"           // paid, no username and password yet
	StepDone          Step = "invite_done"           // joined, with username and password
)

// StepGuard lists the pages and sections that are open to an invited parent in a state. /invite/request is open to anyone, so no guard lists it.
type StepGuard = signups.Guard[Step]

// Sections that an invited parent may return to before the payment.
var (
	inviteParentSections  = []signup.Section{signup.SectionParent, signup.SectionReferral, signup.SectionSecurityQuestion, signup.SectionSecurityCode}
	inviteBillingSections = append(slices.Clone(inviteParentSections), signup.SectionAddress)
	invitePackageSections = append(slices.Clone(inviteBillingSections), signup.SectionOrder)
)

var inviteGuards = []StepGuard{
	{State: StepParent, Next: "/invite/step1", Routes: []string{"/invite", "/invite/step1"}, Sections: inviteParentSections},
	{State: StepBilling, Next: "/invite/billing-info", Routes: []string{"/invite", "/invite/step1", "/invite/billing-info"}, Sections: inviteBillingSections},
	{State: StepPackage, Next: "/invite/packages", Routes: []string{"/invite", "/invite/step1", "/invite/packages"}, Sections: invitePackageSections},
	{State: StepCustom, Next: "/invite/choose-your-own", Routes: []string{"/invite", "/invite/step1", "/invite/packages", "/invite/choose-your-own"}, Sections: invitePackageSections},
	{State: StepPayment, Next: "/invite/payment", Routes: []string{"/invite", "/invite/step1", "/invite/packages", "/invite/payment"}, Sections: invitePackageSections},
	{State: StepPaymentCustom, Next: "/invite/payment", Routes: []string{"/invite", "/invite/step1", "/invite/packages", "/invite/choose-your-own", "/invite/payment"}, Sections: invitePackageSections},
	{State: StepConfirming, Next: "/invite/payment", Routes: []string{"/invite", "/invite/payment"}, Sections: nil},
	{State: StepJoined, Next: "/invite/credentials", Routes: []string{"/invite", "/invite/credentials"}, Sections: nil},
	{State: StepPaid, Next: "/invite/credentials", Routes: []string{"/invite", "/invite/credentials", "/invite/receipt"}, Sections: nil},
	{State: StepDone, Next: "/invite/receipt", Routes: []string{"/invite", "/invite/receipt"}, Sections: nil},
}

// StepGuards returns the table of guards, one for each state of an invited parent. The caller must not change it.
func StepGuards() []StepGuard { return inviteGuards }

// inviteStates are the states of an invited parent, in the table's order.
var inviteStates = []Step{
	StepParent, StepBilling, StepPackage, StepCustom, StepPayment, StepPaymentCustom,
	StepConfirming, StepJoined, StepPaid, StepDone,
}

// inviteFacts holds the facts that determine the state.
type inviteFacts struct {
	Joined          bool // the account exists
	HasCredentials  bool
	PaidThemselves  bool // not the inviter
	Paying          bool
	StepOne         bool // all data of /invite/step1 is entered
	Current         bool // the seat is paid
	BillingComplete bool
	OrderChosen     bool
	CustomPending   bool // a custom package without its options
	CustomPackage   bool
}

// stepOf returns the state of an invited parent.
func stepOf(f inviteFacts) Step {
	switch {
	case f.Joined && f.HasCredentials:
		return StepDone
	case f.Joined && f.PaidThemselves:
		return StepPaid
	case f.Joined:
		return StepJoined
	case f.Paying:
		return StepConfirming
	case !f.StepOne:
		return StepParent
	case f.Current:
		return StepBilling
	case f.CustomPending:
		return StepCustom
	case !f.OrderChosen:
		return StepPackage
	case f.CustomPackage:
		return StepPaymentCustom
	}
	return StepPayment
}

// lastStep returns the specification's counter of completed steps.
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
