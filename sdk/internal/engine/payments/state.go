package payments

import (
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/payment"
)

// codesEffect is what becomes of the codes and the coupon that an attempt reserved. Released ones can be used again:
// see ReleaseCodes in package order.
type codesEffect string

const (
	codesHeld     codesEffect = "held"
	codesSpent    codesEffect = "spent"
	codesReleased codesEffect = "released"
)

// subscriptionEffect is what a state means for what was bought.
type subscriptionEffect string

const (
	subscriptionNone      subscriptionEffect = "none"
	subscriptionActive    subscriptionEffect = "active"
	subscriptionSuspended subscriptionEffect = "suspended"
	subscriptionCancelled subscriptionEffect = "cancelled"
)

// AttemptRule says what a state means and where it leads.
type AttemptRule struct {
	// A registration may have one live attempt and no more. The partial unique indexes say the same.
	live bool
	// Open means not decided yet; the registration can't change meanwhile.
	Open bool
	// Decided means that the provider said yes or no, and that the answer stands: it counts in [payment.Guard.Decided].
	decided      bool
	status       payment.Status // what a sign-up that isn't paid yet is answered; empty when it may try again. A paid one is always answered accepted
	codes        codesEffect
	subscription subscriptionEffect
	mail         email.Kind // sent on getting here; empty for none
	next         map[payment.AttemptEvent]payment.AttemptState
}

// attemptRules is the state machine. Tests compare it with the SQL checks and indexes, and with docs/payment-states.md,
// which is generated from it.
//
// An authorisation whose order can't be placed (somebody took the e-mail meanwhile) stands as authorised
// with a cancelled order, and is voided: only a placed order is ever captured.
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
	// A dispute (chargeback) may be opened again after it was won. followMoney reads from the provider where it is.
	payment.AttemptDisputed: {live: true, status: payment.Accepted, codes: codesSpent, subscription: subscriptionSuspended, mail: email.Dispute,
		next: map[payment.AttemptEvent]payment.AttemptState{payment.EventWinDispute: payment.AttemptSettled, payment.EventLoseDispute: payment.AttemptLost}},
	payment.AttemptLost: {live: true, status: payment.Accepted, codes: codesSpent, subscription: subscriptionCancelled, mail: email.DisputeLost},
}

// eventMails are the mails that leave with an event, whichever state it leads to.
var eventMails = map[payment.AttemptEvent]email.Kind{payment.EventWinDispute: email.DisputeWon}

// StateOf returns the state of an attempt. Settled and lost are facts beside the stored state, so that a release that doesn't know them still
// runs on the same rows: for it the one is captured, and the other disputed.
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

// setState writes a state as [StateOf] reads it.
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

// stored is what the column says of a state.
func isStored(s payment.AttemptState) payment.AttemptState {
	switch s {
	case payment.AttemptSettled:
		return payment.AttemptCaptured
	case payment.AttemptLost:
		return payment.AttemptDisputed
	}
	return s
}

// next returns the state that an event leads to; false when the event means nothing there.
func nextState(s payment.AttemptState, e payment.AttemptEvent) (payment.AttemptState, bool) {
	to, ok := attemptRules[s].next[e]
	return to, ok
}

// IsLive reports whether the attempt blocks another one for the same registration.
func IsLive(s payment.AttemptState) bool { return attemptRules[s].live }

// IsOpen reports whether it isn't decided yet whether money is held.
func IsOpen(s payment.AttemptState) bool { return attemptRules[s].Open }

// watched reports whether the reconciler has to look at it again, whatever becomes of the process that works on it. The table's
// check payment_attempts_watched says the same.
func isWatched(s payment.AttemptState) bool {
	return IsOpen(s) || s == payment.AttemptAuthorised || s == payment.AttemptCapturing
}

// afterCapture reports whether the money has moved: what becomes of it is the provider's and the banks' to say. See [Engine.Settle].
func stateAfterCapture(s payment.AttemptState) bool {
	switch s {
	case payment.AttemptCaptured, payment.AttemptSettled, payment.AttemptDisputed, payment.AttemptLost, payment.AttemptRefunded, payment.AttemptSettlementDeclined:
		return true
	}
	return false
}

// IsUnsettled reports whether the reconciler or a person has work with it.
func IsUnsettled(s payment.AttemptState) bool {
	return isWatched(s) || s == payment.AttemptReview || s == payment.AttemptCaptureFailed
}

// IsFinal reports whether nothing leads out of the state.
func IsFinal(s payment.AttemptState) bool { return len(attemptRules[s].next) == 0 }

// step returns the state after the event, or an error that names both: a bug, never a customer's mistake.
func stepFrom(s payment.AttemptState, e payment.AttemptEvent) (payment.AttemptState, error) {
	to, ok := nextState(s, e)
	if !ok {
		return s, fmt.Errorf("payment attempt: %s doesn't follow from %s", e, s)
	}
	return to, nil
}
