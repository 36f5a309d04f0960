package payments

import (
	"errors"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
)

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

// Fault returns [payment.Closed] or [payment.ProveMailbox] where the payer may not try, else nil.
func (d Demand) Fault() error {
	if d.refuse == nil { // a nil pointer isn't a nil error
		return nil
	}
	return d.refuse
}

// guardOf returns the state of the guard: an operator's switch, until it ends; otherwise the share of declines tightens.
func guardOf(c payment.Config, row db.CountDeclinesRow, now time.Time) payment.Guard {
	g := payment.Guard{State: payment.GuardOpen, Declined: int(row.Declined), Decided: int(row.Decided)}
	if c.DeclineSharePercent >= 0 && g.Decided >= c.DeclineShareOf && 100*g.Declined > c.DeclineSharePercent*g.Decided {
		g.State = payment.GuardTightened
	}
	if row.SwitchedTo != nil && (row.SwitchedUntil == nil || row.SwitchedUntil.After(now)) {
		g.State, g.ByHand, g.Until = payment.GuardState(*row.SwitchedTo), true, pg.UTC(row.SwitchedUntil)
	}
	return g
}

// counted are the windows of declines of a payer's session, proved mailbox, address and network.
type counted struct{ session, mailbox, address, network core.EventWindow }

// demand decides on a payer. A count over all callers never refuses: it raises the demand on the unproved alone. An address is shared by honest
// people, so its declines refuse the unproved only, who can prove their mailbox.
func demand(c payment.Config, guard payment.Guard, proof Proof, of counted, now time.Time) Demand {
	if guard.State == payment.GuardClosed {
		wait := c.DeclineShareWindow
		if guard.Until != nil {
			wait = min(wait, guard.Until.Sub(now))
		}
		return Demand{refuse: after(payment.Closed, wait)}
	}
	for _, own := range []core.EventWindow{of.session, of.mailbox} {
		if wait, over := exceeds(c, own, c.DeclineLimit, now); over {
			return Demand{refuse: after(payment.Closed, wait)}
		}
	}
	if proof != Unproved {
		return Demand{}
	}
	tightened := guard.State == payment.GuardTightened
	if wait, over := exceeds(c, of.address, c.AddressDeclineLimit, now); over {
		return Demand{refuse: after(payment.ProveMailbox, wait)}
	}
	if wait, over := exceeds(c, of.network, networkLimit(c, tightened), now); over {
		return Demand{refuse: after(payment.ProveMailbox, wait)}
	}
	if tightened && len(c.AuthenticationCountries) == 0 { // the merchant has no 3-D Secure
		return Demand{refuse: after(payment.ProveMailbox, c.DeclineShareWindow)}
	}
	return Demand{Verify: tightened}
}

// networkLimit returns the limit of a network: that of a single address while payments are tightened.
func networkLimit(c payment.Config, tightened bool) int {
	if tightened && c.AddressDeclineLimit >= 0 {
		return c.AddressDeclineLimit
	}
	return c.NetworkDeclineLimit
}

// over reports whether a window holds as many declines as the limit allows, and how long it lasts.
func exceeds(c payment.Config, w core.EventWindow, limit int, now time.Time) (time.Duration, bool) {
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
