package payment

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
)

// Faults of refunds.
var (
	// RefundInvalid is the fault of a malformed amount, or of a reason that is malformed or too long.
	RefundInvalid = fault.New(fault.Invalid, "refund_invalid", nil)
	// RefundTooMuch is the fault of an amount above the rest of the payment.
	RefundTooMuch = fault.New(fault.Conflict, "refund_too_much", nil)
	// RefundUnsettled is the fault of refunding a part of an unsettled payment: the provider can only return the whole. It is also the fault of
	// keeping a subscription while its payment isn't captured: without that authorization nothing was bought.
	RefundUnsettled = fault.New(fault.Conflict, "refund_unsettled", nil)
	// RefundUnanswered is the fault of a refund while another one of the same payment has no clear response.
	RefundUnanswered = fault.New(fault.Conflict, "refund_unanswered", nil)
)

// RefundInput is an operator's refund. The zero value refunds all that is left, and ends the subscription.
type RefundInput struct {
	Amount           string `json:"amount,omitempty" doc:"Decimal, in the payment's currency; empty refunds all that is left" maxLength:"20"`
	Reason           string `json:"reason,omitempty" doc:"For the books; the payer doesn't see it" maxLength:"200"`
	KeepSubscription bool   `json:"keepSubscription,omitempty" doc:"The subscription goes on although everything is refunded. A refund of a part never ends it"`
	// Key identifies the call: repeating it with the same key changes nothing. Without a key, a call for the same amount and reason is the same call.
	Key string `json:"-"`
}

// Refund is an amount of a payment that was given back, or is about to be.
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
	TransactionID    string    `json:"transactionId,omitempty" doc:"The provider's; empty if the payment was voided before it was settled"`
	CreatedAt        time.Time `json:"createdAt"`
}
