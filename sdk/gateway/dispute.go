package gateway

import (
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// Dispute is a claim of the payer's bank against a transaction.
type Dispute struct {
	ID       string // the provider's; a later round is another dispute
	Kind     DisputeKind
	State    DisputeState
	Amount   money.Amount // the disputed part
	Reason   string       // in the provider's words; may be empty
	OpenedAt time.Time
	ReplyBy  time.Time // deadline for evidence; zero if the provider names none
}

// DisputeKind is the stage of a dispute.
type DisputeKind string

// The kinds of disputes.
const (
	DisputeInquiry        DisputeKind = "inquiry"
	DisputeChargeback     DisputeKind = "chargeback"
	DisputePreArbitration DisputeKind = "pre_arbitration" // a second round, after a chargeback was won
)

// DisputeState is the state of a dispute.
type DisputeState string

// The states of a dispute. All but the first two are final.
const (
	DisputeOpen         DisputeState = "open"
	DisputeEvidenceSent DisputeState = "evidence_sent"
	DisputeAccepted     DisputeState = "accepted" // we didn't contest it
	DisputeExpired      DisputeState = "expired"  // we didn't reply in time
	DisputeWon          DisputeState = "won"
	DisputeLost         DisputeState = "lost"
)

// Decided returns true if the dispute is over.
func (s DisputeState) Decided() bool { return s != DisputeOpen && s != DisputeEvidenceSent }

// TookMoney returns true if the bank has taken the amount from us. A chargeback takes it when it opens, a second round when we lose it, an inquiry
// never.
func (d Dispute) TookMoney() bool {
	switch d.Kind {
	case DisputeChargeback:
		return true
	case DisputePreArbitration:
		return d.State.Decided() && d.State != DisputeWon
	}
	return false
}

// GaveMoneyBack returns true if the taken amount has come back.
func (d Dispute) GaveMoneyBack() bool { return d.Kind == DisputeChargeback && d.State == DisputeWon }
