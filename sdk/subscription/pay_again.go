package subscription

import (
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

var (
	// NothingDue is the fault of paying for a subscription without a debt.
	NothingDue = fault.New(fault.Conflict, "subscription_nothing_due", nil)
	// DueChanged is the fault of paying another amount than the debt.
	DueChanged = fault.New(fault.Conflict, "subscription_due_changed", nil)
)

// PayAgainInput is the payment of a suspended subscription's debt.
type PayAgainInput struct {
	AmountDisplayed string        `json:"amountDisplayed" doc:"The amount shown to the payer as due, decimal. If another amount is due, nothing is charged" maxLength:"20"`
	Nonce           secret.Secret `json:"nonce" doc:"One use, from the payment provider's client" minLength:"1" maxLength:"255"`
	CardHolderName  string        `json:"cardHolderName,omitempty" maxLength:"700"`
	DeviceData      secret.Secret `json:"deviceData,omitempty" maxLength:"20000"`
}

// PaidAgain is the result of paying a debt. Access is back once the subscription is active.
type PaidAgain struct {
	Status       payment.Status `json:"status" enum:"confirming,accepted"`
	Subscription Subscription   `json:"subscription"`
}

// Unfinished reports whether the result may still change. Such a result isn't stored under the idempotency key: repeating the call looks it up again.
func (p *PaidAgain) Unfinished() bool { return p != nil && p.Status == payment.Confirming }
