package operate

import (
	"time"

	"github.com/cojoin/cojoin/sdk/payment"
)

// Figures are what the database says of how things stand: the same whichever process asks.
type Figures struct {
	// Attempts counts payment attempts by state: those that somebody still has to work on, and of the
	// settled ones those of the last 24 hours.
	Attempts map[payment.AttemptState]int
	// OldestUnknown is how long the oldest payment with an unknown outcome has been one; 0 where there is none.
	OldestUnknown time.Duration
	// Guard is how the payments guard stands, with the declines that it counts.
	Guard payment.Guard
	// Money is what waits for an operator, or went wrong, after the capture.
	Money MoneyMatters
	// Audit is what the last daily audit of payments found.
	Audit LastAudit
	// Refused counts the professionals who are suspended because people whom they invited don't know them, and whom no operator has looked at.
	Refused int
	// Funnel counts the sign-ups (not the invitations) of the last 24 hours that reached each step.
	Funnel map[FunnelStep]int
}

// LastAudit is how many differences between database and provider the last daily audit found, and how long ago: before the first, since the
// database was migrated to where audits are noted.
type LastAudit struct {
	Differences int
	Age         time.Duration
}

// MoneyMatters counts what a person has to see to after the capture.
type MoneyMatters struct {
	DisputesOpen        int // chargebacks and second rounds that aren't decided
	InquiriesOpen       int
	DisputesDue         int // of both, those whose evidence is due within three days
	SettlementsDeclined int // of the last 24 hours
	SettlementsSlow     int // payments that were captured more than a week ago, and still aren't settled
	SettlementsLate     int // payments that no sweep has asked about for two days longer than it should
}
