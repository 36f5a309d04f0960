package payment

import (
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Input is the body of the payment call. If nothing is due, payment names only the quote.
type Input struct {
	Order                      form.OrderChoice `json:"order"`
	Payment                    Details          `json:"payment"`
	PayForCoparent             bool             `json:"payForCoparent,omitempty" doc:"Two seats, as in the quote. Default: the registration's value if order is missing, otherwise false"`
	PromoCodes                 []string         `json:"promoCodes,omitempty" doc:"Typed coupons"`
	PaymentCodes               []string         `json:"paymentCodes,omitempty" doc:"Subscription codes, in the order entered"`
	TermsAndConditions         bool             `json:"termsAndConditions,omitempty" doc:"Must be true if the billing country isn't US"`
	MarketingOptIn             bool             `json:"marketingOptIn,omitempty" doc:"The customer agrees to marketing mails. Default false"`
	ParentDuplicateConfirmed   bool             `json:"parentDuplicateConfirmed,omitempty" doc:"Not used: the registration's counts"`
	CoParentDuplicateConfirmed bool             `json:"coParentDuplicateConfirmed,omitempty" doc:"Not used: the registration's counts"`
	SegmentAnonymousID         string           `json:"segmentAnonymousId,omitempty"`
}

// Details holds the quote that the customer saw, and the payment method. Bank fields accept only null.
//
// AmountDisplayed and TaxAmountDisplayed are Total and TaxAmount of the quote's Totals. For a total of 0.00, which is paid by codes, PaymentType,
// Nonce and CardHolderName are omitted.
//
// StorePaymentOnFile decides about storing the payment method, so that the subscription renews: see [price.StoresPayment]. If omitted, it is stored.
// A payment that differs from its quote in this field or in its amount is refused with a new quote.
type Details struct {
	TaxID              string              `json:"taxId" doc:"The quote"`
	AmountDisplayed    string              `json:"amountDisplayed"`
	TaxAmountDisplayed string              `json:"taxAmountDisplayed"`
	PaymentType        gateway.PaymentType `json:"paymentType,omitempty" enum:"CREDIT_CARD,PAYPAL,VENMO,APPLE_PAY"`
	Nonce              secret.Secret       `json:"nonce,omitempty"`
	CardHolderName     string              `json:"cardHolderName,omitempty"`
	DeviceData         secret.Secret       `json:"deviceData,omitempty"`
	PricingLocale      string              `json:"pricingLocale,omitempty"`
	StorePaymentOnFile *bool               `json:"storePaymentOnFile,omitempty" doc:"Whether the payment method is stored, so that the subscription renews. Must be the quote's. Default true"`
	BankAccountNumber  *string             `json:"bankAccountNumber,omitempty" nullable:"true" doc:"Null: bank payments aren't accepted"`
	BankRoutingNumber  *string             `json:"bankRoutingNumber,omitempty" nullable:"true" doc:"Null: bank payments aren't accepted"`
	BankAccountType    *string             `json:"bankAccountType,omitempty" nullable:"true" doc:"Null: bank payments aren't accepted"`
}

// Status is the status of a payment, for the customer.
type Status string

// The payment statuses.
const (
	Confirming Status = "confirming" // HTTP 202: poll again
	Accepted   Status = "accepted"
	Declined   Status = "declined"
)

// Answer is the response of the payment call and of its status call.
type Answer struct {
	Status           Status           `json:"status" enum:"confirming,accepted,declined"`
	ValidationErrors fault.Violations `json:"validationErrors,omitempty" doc:"Why it was declined (status call only; the payment call answers 409)"`
	GaPayloadBase64  string           `json:"gaPayloadBase64,omitempty"` // the purchase event for Google Analytics: JSON in base64
	Receipt          *order.Receipt   `json:"receipt,omitempty"`
	Registration     *Registration    `json:"registration,omitempty"`
	PricingInfo      *price.Quote     `json:"pricingInfo,omitempty"`
	ClickToJoinToken secret.Shown     `json:"clickToJoinToken,omitempty" doc:"Credentials token, one use, 24 hours"`
}

// Registration holds the data of a paid sign-up that the widget still needs.
type Registration struct {
	Parent     Parent           `json:"parent"`
	CoParent   CoParent         `json:"coParent"`
	Order      form.OrderChoice `json:"order"`
	PromoCodes []string         `json:"promoCodes"`
}

// Parent identifies the new account.
type Parent struct {
	UserID   string `json:"userId"`
	Email    string `json:"email"`
	FamilyID string `json:"familyId"`
}

// CoParent is the destination of the invitation.
type CoParent struct {
	Email                      string `json:"email,omitempty"`
	PhoneNumberWithCountryCode string `json:"phoneNumberWithCountryCode,omitempty"`
}
