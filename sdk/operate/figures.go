package operate

import (
	"time"

	"github.com/cojoin/cojoin/sdk/payment"
)

// Figures are current counts of the database, the same in every process.
type Figures struct {
	// Attempts counts payment attempts by state: all that still need work, and the settled ones of the last 24 hours.
	Attempts map[payment.AttemptState]int
	// OldestUnknown is the age of the oldest payment with an unknown outcome; 0 if there is none.
	OldestUnknown time.Duration
	// Guard is the state of the payments guard, with the declines that it counts.
	Guard payment.Guard
	// Money counts problems after the capture, some of which wait for an operator.
	Money MoneyMatters
	// Audit is the result of the last daily audit of payments.
	Audit LastAudit
	// Refused counts professionals that no operator has reviewed after their suspension for invitations to strangers.
	Refused int
	// Funnel counts the sign-ups (not the invitations) of the last 24 hours that reached each step.
	Funnel map[FunnelStep]int
}

// LastAudit is the number of differences between database and provider in the last daily audit, and its age. Before the first audit, the age
// counts from the migration that introduced audits.
type LastAudit struct {
	Differences int
	Age         time.Duration
}

// MoneyMatters counts problems after the capture that need a person.
type MoneyMatters struct {
	DisputesOpen        int // undecided chargebacks and pre-arbitrations
	InquiriesOpen       int
	DisputesDue         int // of both, those with evidence due within three days
	SettlementsDeclined int // of the last 24 hours
	SettlementsSlow     int // payments captured more than a week ago and still not settled
	SettlementsLate     int // payments with a sweep's check two days overdue
}
