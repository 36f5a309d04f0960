package payments

import (
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/payment"
)

// codesEffect is the effect of a state on the codes and the coupon that an attempt reserved. Released ones can be used again: see ReleaseCodes in
// package orders.
type codesEffect string

const (
	codesHeld     codesEffect = "held"
	codesSpent    codesEffect = "spent"
	codesReleased codesEffect = "released"
)

// subscriptionEffect is the effect of a state on the subscription.
type subscriptionEffect string

const (
	subscriptionNone      subscriptionEffect = "none"
	subscriptionActive    subscriptionEffect = "active"
	subscriptionSuspended subscriptionEffect = "suspended"
	subscriptionCancelled subscriptionEffect = "cancelled"
)

// AttemptRule holds the effects of a state, and its transitions.
type AttemptRule struct {
	// A registration has at most one live attempt. The partial unique indexes enforce it, too.
	live bool
	// Open means undecided. The registration can't change meanwhile.
	Open bool
	// decided means that the provider approved or declined, and that its decision stands. It counts in [payment.Guard.Decided].
	decided      bool
	status       payment.Status // status of an unpaid sign-up; empty if it may try again. A paid one always gets accepted
	codes        codesEffect
	subscription subscriptionEffect
	mail         email.Kind // sent on entering the state; empty for none
	next         map[payment.AttemptEvent]payment.AttemptState
}

// attemptRules is the state machine. Tests compare it with the SQL checks and indexes, and with docs/payment-states.md, which is generated from it.
//
// If the order of an authorization can't be placed (its email was taken meanwhile), the attempt stays authorized with a canceled order, and is
// voided. Only placed orders are captured.
var attemptRules = map[payment.AttemptState]AttemptRule{
	payment.AttemptCreated: {live: true, Open: true, status: payment.Confirming, codes: codesHeld, subscription: subscriptionNone,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventSend: payment.AttemptSent, payment.EventAbort: payment.AttemptAborted}},
	payment.AttemptSent: {live: true, Open: true, status: payment.Confirming, codes: codesHeld, subscription: subscriptionNone,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventApprove: payment.AttemptAuthorised, payment.EventDecline: payment.AttemptDeclined, payment.EventLose: payment.AttemptUnknown}},
	payment.AttemptUnknown: {live: true, Open: true, status: payment.Confirming, codes: codesHeld, subscription: subscriptionNone,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventApprove: payment.AttemptAuthorised, payment.EventDecline: payment.AttemptDeclined, payment.EventGiveUp: payment.AttemptAbsent,
			payment.EventSupersede: payment.AttemptSuperseded, payment.EventEscalate: payment.AttemptReview}},
	payment.AttemptAuthorised: {live: true, decided: true, status: payment.Accepted, codes: codesSpent, subscription: subscriptionActive, mail: email.Receipt,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventCapture: payment.AttemptCapturing, payment.EventVoid: payment.AttemptVoided, payment.EventExpire: payment.AttemptExpired}},
	payment.AttemptCapturing: {live: true, decided: true, status: payment.Accepted, codes: codesSpent, subscription: subscriptionActive,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventSettle: payment.AttemptCaptured, payment.EventFail: payment.AttemptCaptureFailed}},
	payment.AttemptCaptured: {live: true, decided: true, status: payment.Accepted, codes: codesSpent, subscription: subscriptionActive,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventConfirmSettlement: payment.AttemptSettled, payment.EventDeclineSettlement: payment.AttemptSettlementDeclined,
			payment.EventRefund: payment.AttemptRefunded, payment.EventDispute: payment.AttemptDisputed}},
	payment.AttemptSettled: {live: true, decided: true, status: payment.Accepted, codes: codesSpent, subscription: subscriptionActive,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventRefund: payment.AttemptRefunded, payment.EventDispute: payment.AttemptDisputed}},
	payment.AttemptCaptureFailed: {live: true, decided: true, status: payment.Accepted, codes: codesSpent, subscription: subscriptionActive,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventEscalate: payment.AttemptReview}},
	payment.AttemptReview: {live: true, status: payment.Confirming, codes: codesHeld, subscription: subscriptionSuspended,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventCapture: payment.AttemptCapturing, payment.EventVoid: payment.AttemptVoided, payment.EventLose: payment.AttemptUnknown}},

	payment.AttemptAborted:  {codes: codesReleased, subscription: subscriptionNone},
	payment.AttemptDeclined: {decided: true, status: payment.Declined, codes: codesReleased, subscription: subscriptionNone},
	payment.AttemptAbsent: {codes: codesReleased, subscription: subscriptionNone,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventVoid: payment.AttemptVoided}},
	payment.AttemptSuperseded: {codes: codesReleased, subscription: subscriptionNone,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventVoid: payment.AttemptVoided}},
	payment.AttemptVoided:             {decided: true, codes: codesReleased, subscription: subscriptionCancelled},
	payment.AttemptExpired:            {codes: codesSpent, subscription: subscriptionSuspended, mail: email.PaymentProblem},
	payment.AttemptSettlementDeclined: {live: true, status: payment.Accepted, codes: codesSpent, subscription: subscriptionSuspended, mail: email.PaymentProblem},
	payment.AttemptRefunded:           {live: true, decided: true, status: payment.Accepted, codes: codesSpent, subscription: subscriptionCancelled, mail: email.Refund},
	// A won dispute (chargeback) may be opened again. followMoney reads its state from the provider.
	payment.AttemptDisputed: {live: true, status: payment.Accepted, codes: codesSpent, subscription: subscriptionSuspended, mail: email.Dispute,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventWinDispute: payment.AttemptSettled, payment.EventLoseDispute: payment.AttemptLost}},
	payment.AttemptLost: {live: true, status: payment.Accepted, codes: codesSpent, subscription: subscriptionCancelled, mail: email.DisputeLost},
}

// eventMails are the mails that an event sends, whatever state it leads to.
var eventMails = map[payment.AttemptEvent]email.Kind{payment.EventWinDispute: email.DisputeWon}

// StateOf returns the state of an attempt. Settled and lost are columns beside the stored state, so that an older release still runs on the same
// rows: it reads them as captured and disputed.
func StateOf(a db.PaymentAttempt) payment.AttemptState {
	switch s := payment.AttemptState(a.State); {
	case s == payment.AttemptCaptured && a.SettledAt != nil:
		return payment.AttemptSettled
	case s == payment.AttemptDisputed && a.LostAt != nil:
		return payment.AttemptLost
	default:
		return s
	}
}

// setState sets the columns that [StateOf] reads.
func setState(a *db.PaymentAttempt, s payment.AttemptState, now time.Time) {
	switch s {
	case payment.AttemptSettled:
		a.SettledAt = firstOf(a.SettledAt, now)
	case payment.AttemptLost:
		a.LostAt = firstOf(a.LostAt, now)
	}
	a.State = string(isStored(s))
}

func firstOf(at *time.Time, now time.Time) *time.Time {
	if at == nil {
		return &now
	}
	return at
}

// isStored returns the value of the state column for a state.
func isStored(s payment.AttemptState) payment.AttemptState {
	switch s {
	case payment.AttemptSettled:
		return payment.AttemptCaptured
	case payment.AttemptLost:
		return payment.AttemptDisputed
	}
	return s
}

// nextState returns the state after an event; false if the event has no meaning in s.
func nextState(s payment.AttemptState, e payment.AttemptEvent) (payment.AttemptState, bool) {
	to, ok := attemptRules[s].next[e]
	return to, ok
}

// IsLive returns true if the attempt blocks another one for the same registration.
func IsLive(s payment.AttemptState) bool { return attemptRules[s].live }

// IsOpen returns true while it is undecided whether money is held.
func IsOpen(s payment.AttemptState) bool { return attemptRules[s].Open }

// isWatched returns true if the reconciler must check the attempt again, even if the process that works on it dies. The table's check
// payment_attempts_watched lists the same states.
func isWatched(s payment.AttemptState) bool {
	return IsOpen(s) || s == payment.AttemptAuthorised || s == payment.AttemptCapturing
}

// stateAfterCapture returns true if the money has moved. From then on the provider and the banks decide: see [Engine.Settle].
func stateAfterCapture(s payment.AttemptState) bool {
	switch s {
	case payment.AttemptCaptured, payment.AttemptSettled, payment.AttemptDisputed, payment.AttemptLost, payment.AttemptRefunded, payment.AttemptSettlementDeclined:
		return true
	}
	return false
}

// IsUnsettled returns true if the reconciler or an operator has work with the attempt.
func IsUnsettled(s payment.AttemptState) bool {
	return isWatched(s) || s == payment.AttemptReview || s == payment.AttemptCaptureFailed
}

// IsFinal returns true if no event leads out of the state.
func IsFinal(s payment.AttemptState) bool { return len(attemptRules[s].next) == 0 }

// stepFrom returns the state after the event. Its error names both: it is a bug, never a customer's mistake.
func stepFrom(s payment.AttemptState, e payment.AttemptEvent) (payment.AttemptState, error) {
	to, ok := nextState(s, e)
	if !ok {
		return s, fmt.Errorf("payment attempt: %s doesn't follow from %s", e, s)
	}
	return to, nil
}
