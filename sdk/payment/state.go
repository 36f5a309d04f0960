package payment

// AttemptState is the state of one try at the provider.
type AttemptState string

// The states of an attempt.
const (
	AttemptCreated            AttemptState = "created"    // nothing was sent
	AttemptSent               AttemptState = "sent"       // it may have been sent
	AttemptAuthorised         AttemptState = "authorised" // the amount is held
	AttemptCapturing          AttemptState = "capturing"
	AttemptCaptured           AttemptState = "captured"
	AttemptSettled            AttemptState = "settled" // the money is ours, by the provider's record
	AttemptAborted            AttemptState = "aborted" // nothing was ever sent
	AttemptDeclined           AttemptState = "declined"
	AttemptUnknown            AttemptState = "unknown"    // the response is lost; being searched for
	AttemptAbsent             AttemptState = "absent"     // it never reached the provider, and can't any more
	AttemptSuperseded         AttemptState = "superseded" // given up for a new try; voided if it turns up
	AttemptReview             AttemptState = "review"     // an operator must look
	AttemptVoided             AttemptState = "voided"
	AttemptExpired            AttemptState = "expired" // the authorization expired before its capture
	AttemptCaptureFailed      AttemptState = "capture_failed"
	AttemptSettlementDeclined AttemptState = "settlement_declined"
	AttemptRefunded           AttemptState = "refunded"
	AttemptDisputed           AttemptState = "disputed" // the payer's bank has taken the money, and may give it back
	AttemptLost               AttemptState = "lost"     // the bank keeps it
)

// AttemptEvent moves an attempt from one state to another.
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
	EventDispute           AttemptEvent = "dispute" // a chargeback: the payer's bank claims the money back
	EventWinDispute        AttemptEvent = "win_dispute"
	EventLoseDispute       AttemptEvent = "lose_dispute"
)

// AttemptStates are all states, in the order of an attempt's life.
var AttemptStates = []AttemptState{
	AttemptCreated, AttemptSent, AttemptUnknown, AttemptAuthorised, AttemptCapturing, AttemptCaptured, AttemptSettled, AttemptAborted, AttemptDeclined,
	AttemptAbsent, AttemptSuperseded, AttemptReview, AttemptVoided, AttemptExpired, AttemptCaptureFailed,
	AttemptSettlementDeclined, AttemptRefunded, AttemptDisputed, AttemptLost,
}
