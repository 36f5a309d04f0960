package sandbox

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// SettlementStatuses lists the statuses to which [Sandbox.Settle] can move a submitted transaction.
var SettlementStatuses = []string{
	string(statusSettling), string(statusSettled), string(statusSettlementDeclined), string(statusSettlementPending), string(statusSettlementConfirmed),
}

// age applies the passage of time to a transaction: authorizations expire and submitted transactions settle.
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

// submittedAt returns the time of the transaction's capture, or zero.
func (t *transaction) submittedAt() time.Time {
	if at := t.reachedAt(statusSubmittedForSettlement); !at.IsZero() {
		return at
	}
	return t.reachedAt(statusSettling) // PayPal
}

// settle moves a submitted transaction to the status and returns false for any other transaction. The status settled can end
// in a decline, by the amount or a fault; the other statuses are set as requested. No webhook is sent: Braintree sends them
// only for debits from bank accounts, never for cards and wallets.
func (s *Sandbox) settle(t *transaction, target status, now time.Time) bool {
	if len(t.PartIDs) > 0 {
		return false // its parts are settled instead
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

// settles returns the final status of a settlement and its code. With PayPal and Venmo, documented test amounts are
// declined or pending.
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

// Settle moves one submitted transaction to a status of [SettlementStatuses].
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

// DeclineSettlement declines the settlement of a submitted transaction.
func (s *Sandbox) DeclineSettlement(transactionID string) error {
	return s.Settle(transactionID, string(statusSettlementDeclined))
}

// SettleAll settles all submitted transactions, as a provider's nightly run does, and returns their number.
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
