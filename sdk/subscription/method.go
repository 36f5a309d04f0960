package subscription

import (
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
)

// NotRenewing is the fault of giving a payment method to a subscription that ends with its term.
var NotRenewing = fault.New(fault.Conflict, "subscription_not_renewing", nil)

// PaymentMethodInput is the payment method for future renewals.
type PaymentMethodInput struct {
	Nonce secret.Secret `json:"nonce" doc:"One use, from the payment provider's client" minLength:"1" maxLength:"255"`
}
