package gateway

import (
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// Dispute is what the payer's bank says against a transaction.
type Dispute struct {
	ID       string // the provider's; a later round is another dispute
	Kind     DisputeKind
	State    DisputeState
	Amount   money.Amount // that is disputed
	Reason   string       // in the provider's words; may be empty
	OpenedAt time.Time
	ReplyBy  time.Time // the day until which evidence is taken; zero where the provider names none
}

// DisputeKind is how far the bank goes.
type DisputeKind string

// The kinds of disputes.
const (
	DisputeInquiry        DisputeKind = "inquiry"
	DisputeChargeback     DisputeKind = "chargeback"
	DisputePreArbitration DisputeKind = "pre_arbitration" // a second round, after a chargeback was won
)

// DisputeState is where a dispute stands.
type DisputeState string

// The states of a dispute. All but the first two are final.
const (
	DisputeOpen         DisputeState = "open"
	DisputeEvidenceSent DisputeState = "evidence_sent"
	DisputeAccepted     DisputeState = "accepted" // we gave in
	DisputeExpired      DisputeState = "expired"  // nobody replied in time
	DisputeWon          DisputeState = "won"
	DisputeLost         DisputeState = "lost"
)

// Decided reports whether the dispute is over.
func (s DisputeState) Decided() bool { return s != DisputeOpen && s != DisputeEvidenceSent }

// TookMoney reports whether the bank has taken the amount from us: by a chargeback as it opened, by a second round where it ended against us,
// by an inquiry never.
func (d Dispute) TookMoney() bool {
	switch d.Kind {
	case DisputeChargeback:
		return true
	case DisputePreArbitration:
		return d.State.Decided() && d.State != DisputeWon
	}
	return false
}

// GaveMoneyBack reports whether what was taken has come back.
func (d Dispute) GaveMoneyBack() bool { return d.Kind == DisputeChargeback && d.State == DisputeWon }
