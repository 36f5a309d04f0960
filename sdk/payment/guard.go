package payment

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
)

// Closed is the fault of a session with too many declined payments, and of every payer while an operator has closed payments. RetryAfter is the time
// until payments are open again.
var Closed = fault.New(fault.Limited, "payment_closed", nil)

// ProveMailbox is the fault of a payer after too many declined payments, from the payer's network or in all. Before a card or wallet is tried, the
// payer must continue by the link mailed to their address ([signup.Client.MailLink]). RetryAfter is the time after which it may not be needed.
var ProveMailbox = fault.New(fault.Limited, "payment_prove_mailbox", nil)

// GuardState is the state of the payments guard, which keeps thieves from trying stolen cards.
type GuardState string

// The states of the payments guard.
const (
	GuardOpen      GuardState = "open"
	GuardTightened GuardState = "tightened" // an unproved payer must verify the card, or prove the mailbox
	GuardClosed    GuardState = "closed"    // set by operators only: no card or wallet is tried
)

// Guard is the payments guard: its state, and the figures behind it.
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
