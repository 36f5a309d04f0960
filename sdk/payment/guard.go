package payment

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
)

// Closed is the fault of a session whose payment was declined too often, and of every payer while an operator has closed payments.
// RetryAfter is the time until it is open again.
var Closed = fault.New(fault.Limited, "payment_closed", nil)

// ProveMailbox is the fault of a payer who has to continue by the link mailed to their address ([signup.Client.MailLink]) before a card or wallet
// is tried: too many payments were declined, from the payer's network or in all. RetryAfter is the time after which it may not be needed.
var ProveMailbox = fault.New(fault.Limited, "payment_prove_mailbox", nil)

// GuardState is the state of the payments guard, which protects cards from thieves who try stolen ones.
type GuardState string

// The states of the payments guard.
const (
	GuardOpen      GuardState = "open"
	GuardTightened GuardState = "tightened" // an unproved payer verifies the card, or proves the mailbox
	GuardClosed    GuardState = "closed"    // by an operator only: no payer's card or wallet is tried
)

// Guard is how the payments guard stands.
type Guard struct {
	State GuardState `json:"state"`
	// ByHand is set while an operator's switch decides; otherwise the share of declines does.
	ByHand bool `json:"byHand"`
	// Until is the end of the switch; nil: the next switch.
	Until *time.Time `json:"until,omitempty"`
	// Declined and Decided are the payments within [Config.DeclineShareWindow], of all sign-ups and purchases; renewals don't count.
	Declined int `json:"declined"`
	Decided  int `json:"decided"`
}
