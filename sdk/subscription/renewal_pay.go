package subscription

// RenewalOutcome is the result of one try to renew.
type RenewalOutcome string

// The outcomes of a try.
const (
	RenewalDone       RenewalOutcome = "renewed"
	RenewalRefused    RenewalOutcome = "declined"   // tried again later
	RenewalLapsed     RenewalOutcome = "lapsed"     // refused for the last time
	RenewalConfirming RenewalOutcome = "confirming" // the provider's answer isn't known; the reconciler finds out
	RenewalNotDue     RenewalOutcome = "not_due"    // somebody else renews it, or it was cancelled
	RenewalPlanned    RenewalOutcome = "planned"    // a dry run
	RenewalFailed     RenewalOutcome = "failed"     // nothing was sent; the next run tries again
)
