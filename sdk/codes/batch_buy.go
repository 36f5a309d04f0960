package codes

import (
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/secret"
)

// PurchaseInput is the purchase of a batch of codes. The buyer pays with a nonce (the payment provider's one-time token) or by invoice.
type PurchaseInput struct {
	PackageID       int                 `json:"packageId" doc:"Not a custom one"`
	Size            int                 `json:"size" doc:"1 to 500"`
	Invoice         bool                `json:"invoice,omitempty" doc:"Pay by invoice: the codes become valid when an operator confirms the payment"`
	AmountDisplayed string              `json:"amountDisplayed,omitempty" doc:"Displayed price, decimal. If the price differs, nothing is charged (field pricing)"`
	Nonce           secret.Secret       `json:"nonce,omitempty" doc:"Required unless by invoice"`
	PaymentType     gateway.PaymentType `json:"paymentType,omitempty" enum:"CREDIT_CARD,PAYPAL,VENMO,APPLE_PAY"`
	CardHolderName  string              `json:"cardHolderName,omitempty"`
	DeviceData      secret.Secret       `json:"deviceData,omitempty"`
}

// Unfinished reports whether the payment's outcome is unknown, so that the result may still change. Such a result isn't stored under the idempotency
// key: a repeated call returns the batch's new state.
func (b *Batch) Unfinished() bool {
	return b != nil && b.PaidBy == PaymentCard && b.State == BatchAwaitingPayment
}

// Confirming is [Batch.Unfinished] for callers. If it returns true, read the batch later, or repeat the call.
func (b *Batch) Confirming() bool { return b.Unfinished() }
