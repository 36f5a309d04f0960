package subscription

// RenewalOutcome is the result of one try to renew.
type RenewalOutcome string

// The outcomes of a try.
const (
	RenewalDone       RenewalOutcome = "renewed"
	RenewalRefused    RenewalOutcome = "declined"   // a retry follows
	RenewalLapsed     RenewalOutcome = "lapsed"     // declined for the last time
	RenewalConfirming RenewalOutcome = "confirming" // the outcome is unknown; the reconciler looks it up
	RenewalNotDue     RenewalOutcome = "not_due"    // another worker renews it, or it was canceled
	RenewalPlanned    RenewalOutcome = "planned"    // a dry run
	RenewalFailed     RenewalOutcome = "failed"     // nothing was sent; the next run tries again
)
