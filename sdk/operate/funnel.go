package operate

import (
	"time"
)

// FunnelStep is a step that a registration has reached.
type FunnelStep string

// The steps of a funnel, in order. A step includes those before it.
const (
	FunnelParent      FunnelStep = "parent"      // the parent's own page is done
	FunnelFamily      FunnelStep = "family"      // the co-parent's and the children's
	FunnelPackage     FunnelStep = "package"     // a package is chosen
	FunnelPayment     FunnelStep = "payment"     // the pay button was pressed, with any result
	FunnelPaid        FunnelStep = "paid"        // the order is placed
	FunnelCredentials FunnelStep = "credentials" // username and password are set
)

// Funnel counts the sign-ups of a period that reached each step, and those that stopped there. It holds no personal data.
type Funnel struct {
	Since  time.Time     `json:"since"`
	Until  time.Time     `json:"until"`
	Groups []FunnelGroup `json:"groups" doc:"All first; then by locale, then by experiment and variant"`
}

// FunnelGroup is the funnel of a group of sign-ups.
type FunnelGroup struct {
	Flow  string        `json:"flow" enum:"signup,invitation"`
	By    string        `json:"by" doc:"all, locale, or the key of an experiment"`
	Value string        `json:"value,omitempty" doc:"The locale or the variant"`
	Steps []FunnelCount `json:"steps"`
}

// FunnelCount is the number of sign-ups that reached a step.
type FunnelCount struct {
	Step    FunnelStep `json:"step"`
	Reached int        `json:"reached"`
	Stopped int        `json:"stopped" doc:"Sign-ups that reached this step and, so far, none after it; 0 at the last step"`
}
