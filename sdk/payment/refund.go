package payment

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
)

// Faults of refunds.
var (
	// RefundInvalid is the fault of an amount that isn't one, or of a reason that is missing or too long.
	RefundInvalid = fault.New(fault.Invalid, "refund_invalid", nil)
	// RefundTooMuch is the fault of an amount above what is left of the payment.
	RefundTooMuch = fault.New(fault.Conflict, "refund_too_much", nil)
	// RefundUnsettled is the fault of refunding a part of a payment that isn't settled yet: the provider takes back the whole of such a payment, or nothing.
	// So it is of keeping a subscription whose payment isn't even captured: without that authorisation nothing was bought.
	RefundUnsettled = fault.New(fault.Conflict, "refund_unsettled", nil)
	// RefundUnanswered is the fault of asking for a refund while another one of the same payment has no clear answer.
	RefundUnanswered = fault.New(fault.Conflict, "refund_unanswered", nil)
)

// RefundInput is what an operator asks for. The zero value refunds all that is left, and ends the subscription.
type RefundInput struct {
	Amount           string `json:"amount,omitempty" doc:"Decimal, in the payment's currency; empty refunds all that is left" maxLength:"20"`
	Reason           string `json:"reason,omitempty" doc:"For the books; the payer isn't told" maxLength:"200"`
	KeepSubscription bool   `json:"keepSubscription,omitempty" doc:"The subscription goes on although everything is refunded. A refund of a part never ends it"`
	// Key names the call: another one with the same key changes nothing. Without one, a call for the same amount and reason is the same call.
	Key string `json:"-"`
}

// Refund is money that was given back of a payment, or is about to be.
type Refund struct {
	ID               string    `json:"id"`
	Number           int       `json:"number" doc:"From 1, of the order's"`
	State            string    `json:"state" enum:"sent,unknown,done,failed"`
	Amount           string    `json:"amount" doc:"Decimal"`
	Tax              string    `json:"tax" doc:"Decimal: the part of the amount that was tax"`
	Currency         string    `json:"currency"`
	Reason           string    `json:"reason,omitempty"`
	RequestedBy      string    `json:"requestedBy,omitempty" doc:"The operator"`
	Origin           string    `json:"origin" enum:"here,panel" doc:"panel: made in the provider's control panel, and found by a sweep"`
	KeepSubscription bool      `json:"keepSubscription,omitempty"`
	CreditNote       string    `json:"creditNote,omitempty" doc:"Its number"`
	TransactionID    string    `json:"transactionId,omitempty" doc:"The provider's; empty where the payment was voided before it was settled"`
	CreatedAt        time.Time `json:"createdAt"`
}
