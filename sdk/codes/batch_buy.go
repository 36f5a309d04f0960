package codes

import (
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/secret"
)

// PurchaseInput buys a batch of codes: with a nonce of the payment provider, or by invoice.
type PurchaseInput struct {
	PackageID       int                 `json:"packageId" doc:"Not a custom one"`
	Size            int                 `json:"size" doc:"1 to 500"`
	Invoice         bool                `json:"invoice,omitempty" doc:"Pay by invoice: the codes are good once an operator has seen the money"`
	AmountDisplayed string              `json:"amountDisplayed,omitempty" doc:"What the buyer expects to pay, decimal: where the price is another, nothing is charged (field pricing)"`
	Nonce           secret.Secret       `json:"nonce,omitempty" doc:"Required unless by invoice"`
	PaymentType     gateway.PaymentType `json:"paymentType,omitempty" enum:"CREDIT_CARD,PAYPAL,VENMO,APPLE_PAY"`
	CardHolderName  string              `json:"cardHolderName,omitempty"`
	DeviceData      secret.Secret       `json:"deviceData,omitempty"`
}

// Unfinished reports whether the answer may still change. Such an answer isn't stored under the idempotency key: the same
// call sent again asks again.
func (b *Batch) Unfinished() bool {
	return b != nil && b.PaidBy == PaymentCard && b.State == BatchAwaitingPayment
}

// Confirming reports whether the batch's payment isn't known yet: ask again, or send the same call again.
func (b *Batch) Confirming() bool { return b.Unfinished() }
