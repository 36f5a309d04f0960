package payment

import (
	"errors"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
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

// Proof is what the service has of a payer beside what they typed.
type Proof int

// The proofs of a payer.
const (
	Unproved      Proof = iota // nothing: anyone may have typed the e-mail address
	ProvedMailbox              // continues a sign-up by the link that was mailed to its address
	Known                      // a customer or professional with an account, an invited parent by the mailed invitation
)

// Demand is what a payer has to do before a card or wallet is tried. The zero value demands nothing.
type Demand struct {
	// Verify: a card is charged only with a successful 3-D Secure verification, in whatever country. Wallets authenticate their user
	// by themselves.
	Verify bool
	refuse *fault.Fault
}

// Fault returns [Closed] or [ProveMailbox] where the payer may not try, else nil.
func (d Demand) Fault() error {
	if d.refuse == nil { // a nil pointer isn't a nil error
		return nil
	}
	return d.refuse
}

// guardOf returns the state of the guard: an operator's switch, until it ends; otherwise the share of declines tightens.
func (c Config) guardOf(row db.CountDeclinesRow, now time.Time) Guard {
	g := Guard{State: GuardOpen, Declined: int(row.Declined), Decided: int(row.Decided)}
	if c.DeclineSharePercent >= 0 && g.Decided >= c.DeclineShareOf && 100*g.Declined > c.DeclineSharePercent*g.Decided {
		g.State = GuardTightened
	}
	if row.SwitchedTo != nil && (row.SwitchedUntil == nil || row.SwitchedUntil.After(now)) {
		g.State, g.ByHand, g.Until = GuardState(*row.SwitchedTo), true, pg.UTC(row.SwitchedUntil)
	}
	return g
}

// counted are the windows of declines of a payer's session, proved mailbox, address and network.
type counted struct{ session, mailbox, address, network core.EventWindow }

// demand decides on a payer. A count over all callers never refuses: it raises the demand on the unproved alone. An address is shared by honest
// people, so its declines refuse the unproved only, who can prove their mailbox.
func (c Config) demand(guard Guard, proof Proof, of counted, now time.Time) Demand {
	if guard.State == GuardClosed {
		wait := c.DeclineShareWindow
		if guard.Until != nil {
			wait = min(wait, guard.Until.Sub(now))
		}
		return Demand{refuse: after(Closed, wait)}
	}
	for _, own := range []core.EventWindow{of.session, of.mailbox} {
		if wait, over := c.over(own, c.DeclineLimit, now); over {
			return Demand{refuse: after(Closed, wait)}
		}
	}
	if proof != Unproved {
		return Demand{}
	}
	tightened := guard.State == GuardTightened
	if wait, over := c.over(of.address, c.AddressDeclineLimit, now); over {
		return Demand{refuse: after(ProveMailbox, wait)}
	}
	if wait, over := c.over(of.network, c.networkLimit(tightened), now); over {
		return Demand{refuse: after(ProveMailbox, wait)}
	}
	if tightened && len(c.AuthenticationCountries) == 0 { // the merchant has no 3-D Secure
		return Demand{refuse: after(ProveMailbox, c.DeclineShareWindow)}
	}
	return Demand{Verify: tightened}
}

// networkLimit returns the limit of a network: that of a single address while payments are tightened.
func (c Config) networkLimit(tightened bool) int {
	if tightened && c.AddressDeclineLimit >= 0 {
		return c.AddressDeclineLimit
	}
	return c.NetworkDeclineLimit
}

// over reports whether a window holds as many declines as the limit allows, and how long it lasts.
func (c Config) over(w core.EventWindow, limit int, now time.Time) (time.Duration, bool) {
	var tooMany *fault.Fault
	if errors.As(w.MayAdd(caller.Limit{Count: limit, Per: c.DeclineWindow}, now), &tooMany) {
		return tooMany.RetryAfter, true
	}
	return 0, false
}

func after(f *fault.Fault, wait time.Duration) *fault.Fault {
	timed := *f
	timed.RetryAfter = wait
	return &timed
}
