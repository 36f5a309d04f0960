package payment

import (
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/mailer"
)

// AttemptState is where one try at the provider stands.
type AttemptState string

// The states of an attempt.
const (
	AttemptCreated            AttemptState = "created"    // nothing was sent
	AttemptSent               AttemptState = "sent"       // perhaps it was sent
	AttemptAuthorised         AttemptState = "authorised" // the amount is held
	AttemptCapturing          AttemptState = "capturing"
	AttemptCaptured           AttemptState = "captured"
	AttemptSettled            AttemptState = "settled" // the money is ours, as far as the provider can say
	AttemptAborted            AttemptState = "aborted" // nothing was ever sent
	AttemptDeclined           AttemptState = "declined"
	AttemptUnknown            AttemptState = "unknown"    // the answer is lost; being searched for
	AttemptAbsent             AttemptState = "absent"     // it never reached the provider, and can't any more
	AttemptSuperseded         AttemptState = "superseded" // given up for a new try; voided if it turns up
	AttemptReview             AttemptState = "review"     // a person has to look
	AttemptVoided             AttemptState = "voided"
	AttemptExpired            AttemptState = "expired" // the authorisation ran out before it was captured
	AttemptCaptureFailed      AttemptState = "capture_failed"
	AttemptSettlementDeclined AttemptState = "settlement_declined"
	AttemptRefunded           AttemptState = "refunded"
	AttemptDisputed           AttemptState = "disputed" // the payer's bank has taken the money, and may give it back
	AttemptLost               AttemptState = "lost"     // the bank keeps it
)

// AttemptEvent is what moves an attempt from one state to another.
type AttemptEvent string

// The events of an attempt.
const (
	EventSend              AttemptEvent = "send"
	EventAbort             AttemptEvent = "abort"
	EventApprove           AttemptEvent = "approve"
	EventDecline           AttemptEvent = "decline"
	EventLose              AttemptEvent = "lose"
	EventGiveUp            AttemptEvent = "give_up"
	EventSupersede         AttemptEvent = "supersede"
	EventEscalate          AttemptEvent = "escalate"
	EventCapture           AttemptEvent = "capture"
	EventSettle            AttemptEvent = "settle"
	EventFail              AttemptEvent = "fail"
	EventVoid              AttemptEvent = "void"
	EventExpire            AttemptEvent = "expire"
	EventConfirmSettlement AttemptEvent = "confirm_settlement"
	EventDeclineSettlement AttemptEvent = "decline_settlement"
	EventRefund            AttemptEvent = "refund"
	EventDispute           AttemptEvent = "dispute" // a chargeback: the payer's bank wants the money back
	EventWinDispute        AttemptEvent = "win_dispute"
	EventLoseDispute       AttemptEvent = "lose_dispute"
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
	// Decided means that the provider said yes or no, and that the answer stands: it counts in [Guard.Decided].
	decided      bool
	status       Status // what a sign-up that isn't paid yet is answered; empty when it may try again. A paid one is always answered accepted
	codes        codesEffect
	subscription subscriptionEffect
	mail         mailer.MailKind // sent on getting here; empty for none
	next         map[AttemptEvent]AttemptState
}

// attemptRules is the state machine. Tests compare it with the SQL checks and indexes, and with docs/payment-states.md,
// which is generated from it.
//
// An authorisation whose order can't be placed (somebody took the e-mail meanwhile) stands as authorised
// with a cancelled order, and is voided: only a placed order is ever captured.
var attemptRules = map[AttemptState]AttemptRule{
	AttemptCreated: {live: true, Open: true, status: Confirming, codes: codesHeld, subscription: subscriptionNone,
		next: map[AttemptEvent]AttemptState{EventSend: AttemptSent, EventAbort: AttemptAborted}},
	AttemptSent: {live: true, Open: true, status: Confirming, codes: codesHeld, subscription: subscriptionNone,
		next: map[AttemptEvent]AttemptState{EventApprove: AttemptAuthorised, EventDecline: AttemptDeclined, EventLose: AttemptUnknown}},
	AttemptUnknown: {live: true, Open: true, status: Confirming, codes: codesHeld, subscription: subscriptionNone,
		next: map[AttemptEvent]AttemptState{EventApprove: AttemptAuthorised, EventDecline: AttemptDeclined, EventGiveUp: AttemptAbsent,
			EventSupersede: AttemptSuperseded, EventEscalate: AttemptReview}},
	AttemptAuthorised: {live: true, decided: true, status: Accepted, codes: codesSpent, subscription: subscriptionActive, mail: mailer.MailReceipt,
		next: map[AttemptEvent]AttemptState{EventCapture: AttemptCapturing, EventVoid: AttemptVoided, EventExpire: AttemptExpired}},
	AttemptCapturing: {live: true, decided: true, status: Accepted, codes: codesSpent, subscription: subscriptionActive,
		next: map[AttemptEvent]AttemptState{EventSettle: AttemptCaptured, EventFail: AttemptCaptureFailed}},
	AttemptCaptured: {live: true, decided: true, status: Accepted, codes: codesSpent, subscription: subscriptionActive,
		next: map[AttemptEvent]AttemptState{EventConfirmSettlement: AttemptSettled, EventDeclineSettlement: AttemptSettlementDeclined,
			EventRefund: AttemptRefunded, EventDispute: AttemptDisputed}},
	AttemptSettled: {live: true, decided: true, status: Accepted, codes: codesSpent, subscription: subscriptionActive,
		next: map[AttemptEvent]AttemptState{EventRefund: AttemptRefunded, EventDispute: AttemptDisputed}},
	AttemptCaptureFailed: {live: true, decided: true, status: Accepted, codes: codesSpent, subscription: subscriptionActive,
		next: map[AttemptEvent]AttemptState{EventEscalate: AttemptReview}},
	AttemptReview: {live: true, status: Confirming, codes: codesHeld, subscription: subscriptionSuspended,
		next: map[AttemptEvent]AttemptState{EventCapture: AttemptCapturing, EventVoid: AttemptVoided, EventLose: AttemptUnknown}},

	AttemptAborted:  {codes: codesReleased, subscription: subscriptionNone},
	AttemptDeclined: {decided: true, status: Declined, codes: codesReleased, subscription: subscriptionNone},
	AttemptAbsent: {codes: codesReleased, subscription: subscriptionNone,
		next: map[AttemptEvent]AttemptState{EventVoid: AttemptVoided}},
	AttemptSuperseded: {codes: codesReleased, subscription: subscriptionNone,
		next: map[AttemptEvent]AttemptState{EventVoid: AttemptVoided}},
	AttemptVoided:             {decided: true, codes: codesReleased, subscription: subscriptionCancelled},
	AttemptExpired:            {codes: codesSpent, subscription: subscriptionSuspended, mail: mailer.MailPaymentProblem},
	AttemptSettlementDeclined: {live: true, status: Accepted, codes: codesSpent, subscription: subscriptionSuspended, mail: mailer.MailPaymentProblem},
	AttemptRefunded:           {live: true, decided: true, status: Accepted, codes: codesSpent, subscription: subscriptionCancelled, mail: mailer.MailRefund},
	// A dispute (chargeback) may be opened again after it was won. followMoney reads from the provider where it is.
	AttemptDisputed: {live: true, status: Accepted, codes: codesSpent, subscription: subscriptionSuspended, mail: mailer.MailDispute,
		next: map[AttemptEvent]AttemptState{EventWinDispute: AttemptSettled, EventLoseDispute: AttemptLost}},
	AttemptLost: {live: true, status: Accepted, codes: codesSpent, subscription: subscriptionCancelled, mail: mailer.MailDisputeLost},
}

// eventMails are the mails that leave with an event, whichever state it leads to.
var eventMails = map[AttemptEvent]mailer.MailKind{EventWinDispute: mailer.MailDisputeWon}

// AttemptStates are all states, in the order of a life.
var AttemptStates = []AttemptState{
	AttemptCreated, AttemptSent, AttemptUnknown, AttemptAuthorised, AttemptCapturing, AttemptCaptured, AttemptSettled, AttemptAborted, AttemptDeclined,
	AttemptAbsent, AttemptSuperseded, AttemptReview, AttemptVoided, AttemptExpired, AttemptCaptureFailed,
	AttemptSettlementDeclined, AttemptRefunded, AttemptDisputed, AttemptLost,
}

// StateOf returns the state of an attempt. Settled and lost are facts beside the stored state, so that a release that doesn't know them still
// runs on the same rows: for it the one is captured, and the other disputed.
func StateOf(a db.PaymentAttempt) AttemptState {
	switch s := AttemptState(a.State); {
	case s == AttemptCaptured && a.SettledAt != nil:
		return AttemptSettled
	case s == AttemptDisputed && a.LostAt != nil:
		return AttemptLost
	default:
		return s
	}
}

// setState writes a state as [StateOf] reads it.
func setState(a *db.PaymentAttempt, s AttemptState, now time.Time) {
	switch s {
	case AttemptSettled:
		a.SettledAt = firstOf(a.SettledAt, now)
	case AttemptLost:
		a.LostAt = firstOf(a.LostAt, now)
	}
	a.State = string(s.stored())
}

func firstOf(at *time.Time, now time.Time) *time.Time {
	if at == nil {
		return &now
	}
	return at
}

// stored is what the column says of a state.
func (s AttemptState) stored() AttemptState {
	switch s {
	case AttemptSettled:
		return AttemptCaptured
	case AttemptLost:
		return AttemptDisputed
	}
	return s
}

// next returns the state that an event leads to; false when the event means nothing there.
func (s AttemptState) next(e AttemptEvent) (AttemptState, bool) {
	to, ok := attemptRules[s].next[e]
	return to, ok
}

// Live reports whether the attempt blocks another one for the same registration.
func (s AttemptState) Live() bool { return attemptRules[s].live }

// Open reports whether it isn't decided yet whether money is held.
func (s AttemptState) Open() bool { return attemptRules[s].Open }

// watched reports whether the reconciler has to look at it again, whatever becomes of the process that works on it. The table's
// check payment_attempts_watched says the same.
func (s AttemptState) watched() bool {
	return s.Open() || s == AttemptAuthorised || s == AttemptCapturing
}

// afterCapture reports whether the money has moved: what becomes of it is the provider's and the banks' to say. See [Client.Settle].
func (s AttemptState) afterCapture() bool {
	switch s {
	case AttemptCaptured, AttemptSettled, AttemptDisputed, AttemptLost, AttemptRefunded, AttemptSettlementDeclined:
		return true
	}
	return false
}

// Unsettled reports whether the reconciler or a person has work with it.
func (s AttemptState) Unsettled() bool {
	return s.watched() || s == AttemptReview || s == AttemptCaptureFailed
}

// Final reports whether nothing leads out of the state.
func (s AttemptState) Final() bool { return len(attemptRules[s].next) == 0 }

// step returns the state after the event, or an error that names both: a bug, never a customer's mistake.
func (s AttemptState) step(e AttemptEvent) (AttemptState, error) {
	to, ok := s.next(e)
	if !ok {
		return s, fmt.Errorf("payment attempt: %s doesn't follow from %s", e, s)
	}
	return to, nil
}
