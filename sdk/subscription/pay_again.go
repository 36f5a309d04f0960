package subscription

import (
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

var (
	// NothingDue is the fault of paying again for a subscription of which nothing is due.
	NothingDue = fault.New(fault.Conflict, "subscription_nothing_due", nil)
	// DueChanged is the fault of paying another amount than is due.
	DueChanged = fault.New(fault.Conflict, "subscription_due_changed", nil)
)

// PayAgainInput pays what is due of a suspended subscription.
type PayAgainInput struct {
	AmountDisplayed string        `json:"amountDisplayed" doc:"What the payer saw as due, decimal: where another amount is due, nothing is charged" maxLength:"20"`
	Nonce           secret.Secret `json:"nonce" doc:"One use, from the payment provider's client" minLength:"1" maxLength:"255"`
	CardHolderName  string        `json:"cardHolderName,omitempty" maxLength:"700"`
	DeviceData      secret.Secret `json:"deviceData,omitempty" maxLength:"20000"`
}

// PaidAgain is what came of paying again. Access is back once the subscription is active.
type PaidAgain struct {
	Status       payment.Status `json:"status" enum:"confirming,accepted"`
	Subscription Subscription   `json:"subscription"`
}

// Unfinished reports whether the answer may still change. Such an answer isn't stored under the idempotency key: the same
// call sent again asks again.
func (p *PaidAgain) Unfinished() bool { return p != nil && p.Status == payment.Confirming }
