package sandbox

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// SettlementStatuses are what a submitted transaction can be brought to.
var SettlementStatuses = []string{
	string(statusSettling), string(statusSettled), string(statusSettlementDeclined), string(statusSettlementPending), string(statusSettlementConfirmed),
}

// age applies what time does to a transaction: an authorisation expires, and what was submitted is settled.
func (s *Sandbox) age(t *transaction) {
	now := s.now()
	if t.Status == statusAuthorized && now.Sub(t.CreatedAt) > authorizationLife {
		t.become(statusAuthorizationExpired, now)
		s.ledger.saveTransaction(t)
	}
	submitted := t.submittedAt()
	if s.opts.SettleAfter <= 0 || submitted.IsZero() {
		return
	}
	if half := submitted.Add(s.opts.SettleAfter / 2); t.Status == statusSubmittedForSettlement && !now.Before(half) {
		s.settle(t, statusSettling, half)
	}
	if end := submitted.Add(s.opts.SettleAfter); t.Status == statusSettling && !now.Before(end) {
		s.settle(t, statusSettled, end)
	}
}

// submittedAt returns when the transaction was captured, or zero if it wasn't.
func (t *transaction) submittedAt() time.Time {
	if at := t.reachedAt(statusSubmittedForSettlement); !at.IsZero() {
		return at
	}
	return t.reachedAt(statusSettling) // PayPal
}

// settle brings a submitted transaction on; false where it isn't one. Settling asks what the amount means, and a fault
// may have it declined; the others do as they are told. No webhook is sent: Braintree sends them for debits from bank
// accounts alone, never for cards and wallets.
func (s *Sandbox) settle(t *transaction, target status, now time.Time) bool {
	if len(t.PartIDs) > 0 {
		return false // its parts are settled
	}
	switch t.Status {
	case statusSubmittedForSettlement, statusSettling, statusSettlementPending, statusSettlementConfirmed:
	default:
		return false
	}
	to, code := target, "4000"
	switch target {
	case statusSettled:
		if f, err := s.faultFor("settle", t.OrderID, t.Token, ""); err == nil && f != nil && f.Kind == FaultDecline {
			to, code = statusSettlementDeclined, "4001"
		} else {
			to, code = settles(t)
		}
	case statusSettlementDeclined:
		code = "4001"
	case statusSettlementPending:
		code = "4002"
	case statusSettling:
		code = ""
	}
	t.SettlementCode = code
	t.become(to, now)
	s.ledger.saveTransaction(t)
	return true
}

// settles returns the status that settling ends in: with PayPal and Venmo the documented amounts are declined or
// pending.
func settles(t *transaction) (status, string) {
	whole := t.Amount.Minor / 100
	if t.Instrument.Kind == kindPayPal || t.Instrument.Kind == kindVenmo {
		switch {
		case whole == 4002 && t.Instrument.Kind == kindPayPal:
			return statusSettlementPending, fmt.Sprint(whole)
		case whole == 4001 || whole >= 4003 && whole <= 5000:
			return statusSettlementDeclined, fmt.Sprint(whole)
		}
	}
	return statusSettled, "4000"
}

// Settle brings one submitted transaction to a status of [SettlementStatuses].
func (s *Sandbox) Settle(transactionID, to string) error {
	if !slices.Contains(SettlementStatuses, to) {
		return fmt.Errorf("sandbox: a transaction can't be settled to %q; there are %s", to, strings.Join(SettlementStatuses, ", "))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.ledger.transactions[transactionID]
	if t == nil || !s.settle(t, status(to), s.now()) {
		return fmt.Errorf("sandbox: transaction %q isn't submitted for settlement", transactionID)
	}
	return s.ledger.err
}

// DeclineSettlement has the settlement of a submitted transaction refused.
func (s *Sandbox) DeclineSettlement(transactionID string) error {
	return s.Settle(transactionID, string(statusSettlementDeclined))
}

// SettleAll settles everything that was submitted for settlement, as the nightly run of a provider does,
// and answers how many transactions that were.
func (s *Sandbox) SettleAll() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, t := range s.ledger.order {
		if (t.Status == statusSubmittedForSettlement || t.Status == statusSettling) && s.settle(t, statusSettled, s.now()) {
			n++
		}
	}
	return n
}
