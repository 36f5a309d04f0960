package signups

import (
	"slices"

	"github.com/cojoin/cojoin/sdk/signup"
)

// StepState is the state of a sign-up. It is derived from the entered data, never stored.
type StepState string

// The states of a sign-up, in order.
const (
	StepParent        StepState = "parent"         // nothing is entered
	StepFamily        StepState = "family"         // step 1 is done
	StepPackage       StepState = "package"        // step 2 is done
	StepCustom        StepState = "custom"         // a custom package is chosen, not built yet
	StepPayment       StepState = "payment"        // a package is chosen
	StepPaymentCustom StepState = "payment_custom" // a custom package is built
	StepDuplicate     StepState = "duplicate"      // a confirmed duplicate that support must resolve
	StepConfirming    StepState = "confirming"     // a payment is being confirmed
	StepPaid          StepState = "paid"           // paid, no username and password yet
	StepDone          StepState = "done"           // paid, with username and password
)

// StepGuard lists the open routes and sections of a sign-up's state. Routes outside the sign-up (/signup, /coparentstatus, /duplicate, /pro, the legacy
// paths) are open to anyone, so no guard lists them.
type StepGuard = Guard[StepState]

// Sections that are open to changes until the sign-up is paid.
var (
	parentSections  = []signup.Section{signup.SectionParent, signup.SectionName}
	familySections  = append(slices.Clone(parentSections), signup.SectionFamily, signup.SectionAddress, signup.SectionReferral, signup.SectionSecurityQuestion, signup.SectionSecurityCode)
	packageSections = append(slices.Clone(familySections), signup.SectionOrder)
)

var stepGuards = []StepGuard{
	{StepParent, "/step1", []string{"/step1"}, parentSections},
	{StepFamily, "/step2", []string{"/step1", "/step2"}, familySections},
	{StepPackage, "/step3", []string{"/step1", "/step2", "/step3"}, packageSections},
	{StepCustom, "/alacarte", []string{"/step1", "/step2", "/step3", "/alacarte"}, packageSections},
	{StepPayment, "/payment", []string{"/step1", "/step2", "/step3", "/payment"}, packageSections},
	{StepPaymentCustom, "/payment", []string{"/step1", "/step2", "/step3", "/alacarte", "/payment"}, packageSections},
	{StepDuplicate, "/duplicate", []string{"/step1", "/step2", "/duplicate"}, familySections},
	{StepConfirming, "/payment", []string{"/payment"}, nil},
	{StepPaid, "/credentials", []string{"/credentials", "/receipt"}, nil},
	{StepDone, "/receipt", []string{"/receipt"}, nil},
}

// StepGuards returns the table of guards, one for each state of a sign-up. The caller must not change it.
func StepGuards() []StepGuard { return stepGuards }

// stepStates are the states of a sign-up, in the table's order.
var stepStates = []StepState{
	StepParent, StepFamily, StepPackage, StepCustom, StepPayment, StepPaymentCustom,
	StepDuplicate, StepConfirming, StepPaid, StepDone,
}

// stepFacts holds the facts that determine the state.
type stepFacts struct {
	State             signup.State
	LastCompletedStep int
	CustomPending     bool // a custom package without its options
	CustomPackage     bool
	Paying            bool
	HasCredentials    bool
	ParentDuplicate   bool // confirmed
	CoParentDuplicate bool // confirmed
	BasePricingGroup  bool
	PackagesV2        bool // the flag
}

// stepState derives the state of a sign-up.
func stepState(f stepFacts) StepState {
	switch {
	case f.State == signup.Paid && f.HasCredentials:
		return StepDone
	case f.State == signup.Paid:
		return StepPaid
	case f.Paying:
		return StepConfirming
	case f.LastCompletedStep == 0:
		return StepParent
	case f.LastCompletedStep == 1:
		return StepFamily
	case f.ParentDuplicate && !f.BasePricingGroup, f.CoParentDuplicate && f.PackagesV2:
		return StepDuplicate
	case f.CustomPending:
		return StepCustom
	case f.LastCompletedStep == 2:
		return StepPackage
	case f.CustomPackage:
		return StepPaymentCustom
	}
	return StepPayment
}
