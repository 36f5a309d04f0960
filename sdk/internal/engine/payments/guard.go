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

// Proof is the evidence of a payer's identity, beyond the data that they typed.
type Proof int

// The proofs of a payer.
const (
	Unproved      Proof = iota // none: anyone may have typed the email address
	ProvedMailbox              // continues a sign-up by the link mailed to its address
	Known                      // a customer or professional with an account, or an invitee by the mailed invitation
)

// Demand is the condition for trying a payer's card or wallet. The zero value has none.
type Demand struct {
	// Verify requires a successful 3-D Secure verification before a card is charged, in every country. Wallets authenticate their users themselves.
	Verify bool
	refuse *fault.Fault
}

// Fault returns [payment.Closed] or [payment.ProveMailbox] if the payer may not try, else nil.
func (d Demand) Fault() error {
	if d.refuse == nil { // a nil pointer isn't a nil error
		return nil
	}
	return d.refuse
}

// guardOf returns the state of the guard: an operator's switch until it ends, else tightened if the share of declines is too high.
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

// counted holds the windows of declines of a payer's session, proved mailbox, address and network.
type counted struct{ session, mailbox, address, network core.EventWindow }

// demand returns the demand on a payer. A count over all callers never closes payments: it only raises the demand on unproved payers. Honest people
// share an address, so its declines refuse only unproved payers. These can prove their mailbox.
func demand(c payment.Config, guard payment.Guard, proof Proof, of counted, now time.Time) Demand {
	if guard.State == payment.GuardClosed {
		wait := c.DeclineShareWindow
		if guard.Until != nil {
			wait = min(wait, guard.Until.Sub(now))
		}
		return Demand{refuse: after(payment.Closed, wait, "")}
	}
	for _, own := range []core.EventWindow{of.session, of.mailbox} {
		if wait, over := exceeds(c, own, c.DeclineLimit, now); over {
			return Demand{refuse: after(payment.Closed, wait, "declines.session")}
		}
	}
	if proof != Unproved {
		return Demand{}
	}
	tightened := guard.State == payment.GuardTightened
	if wait, over := exceeds(c, of.address, c.AddressDeclineLimit, now); over {
		return Demand{refuse: after(payment.ProveMailbox, wait, "declines.address")}
	}
	limit, setting := networkLimit(c, tightened)
	if wait, over := exceeds(c, of.network, limit, now); over {
		return Demand{refuse: after(payment.ProveMailbox, wait, setting)}
	}
	if tightened && len(c.AuthenticationCountries) == 0 { // the merchant has no 3-D Secure
		return Demand{refuse: after(payment.ProveMailbox, c.DeclineShareWindow, "declines.share")}
	}
	return Demand{Verify: tightened}
}

// networkLimit returns the decline limit of a network and its setting. While payments are tightened, it is the limit of a single address.
func networkLimit(c payment.Config, tightened bool) (limit int, setting string) {
	if tightened && c.AddressDeclineLimit >= 0 {
		return c.AddressDeclineLimit, "declines.address"
	}
	return c.NetworkDeclineLimit, "declines.network"
}

// exceeds returns true if a window has reached the limit of declines, and the time until it ends.
func exceeds(c payment.Config, w core.EventWindow, limit int, now time.Time) (time.Duration, bool) {
	var tooMany *fault.Fault
	if errors.As(w.MayAdd(limitDeclines, caller.Limit{Count: limit, Per: c.DeclineWindow}, now), &tooMany) {
		return tooMany.RetryAfter, true
	}
	return 0, false
}

func after(f *fault.Fault, wait time.Duration, setting string) *fault.Fault {
	timed := *f
	timed.RetryAfter, timed.Limit = wait, setting
	return &timed
}
