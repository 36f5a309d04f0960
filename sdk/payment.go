package sdk

// PaymentType is the method as the specification's payload names it.
type PaymentType string

// The payment types.
const (
	PaymentCreditCard PaymentType = "CREDIT_CARD"
	PaymentPayPal     PaymentType = "PAYPAL"
	PaymentVenmo      PaymentType = "VENMO"
	PaymentApplePay   PaymentType = "APPLE_PAY"
)

// PaymentInput is the body of the payment call. Where nothing is due, payment names only the quote.
type PaymentInput struct {
	Order                      OrderChoice    `json:"order"`
	Payment                    PaymentDetails `json:"payment"`
	PayForCoparent             bool           `json:"payForCoparent,omitempty"`
	PromoCodes                 []string       `json:"promoCodes,omitempty" doc:"Typed coupons"`
	PaymentCodes               []string       `json:"paymentCodes,omitempty" doc:"Subscription codes, in the order entered"`
	TermsAndConditions         bool           `json:"termsAndConditions,omitempty" doc:"Must be true where the billing country isn't US"`
	MarketingOptIn             bool           `json:"marketingOptIn,omitempty"`
	ParentDuplicateConfirmed   bool           `json:"parentDuplicateConfirmed,omitempty"`
	CoParentDuplicateConfirmed bool           `json:"coParentDuplicateConfirmed,omitempty"`
	SegmentAnonymousID         string         `json:"segmentAnonymousId,omitempty"`
}

// PaymentDetails says what the customer saw and how it is paid. Bank fields are accepted as null only.
type PaymentDetails struct {
	TaxID              string      `json:"taxId" doc:"The quote"`
	AmountDisplayed    string      `json:"amountDisplayed"`
	TaxAmountDisplayed string      `json:"taxAmountDisplayed"`
	PaymentType        PaymentType `json:"paymentType,omitempty" enum:"CREDIT_CARD,PAYPAL,VENMO,APPLE_PAY"`
	Nonce              Secret      `json:"nonce,omitempty"`
	CardHolderName     string      `json:"cardHolderName,omitempty"`
	DeviceData         Secret      `json:"deviceData,omitempty"`
	PricingLocale      string      `json:"pricingLocale,omitempty"`
	StorePaymentOnFile bool        `json:"storePaymentOnFile,omitempty"`
	BankAccountNumber  *string     `json:"bankAccountNumber,omitempty" nullable:"true" doc:"Null: bank payments are not taken"`
	BankRoutingNumber  *string     `json:"bankRoutingNumber,omitempty" nullable:"true" doc:"Null: bank payments are not taken"`
	BankAccountType    *string     `json:"bankAccountType,omitempty" nullable:"true" doc:"Null: bank payments are not taken"`
}

// PaymentStatus is where a payment stands for the customer.
type PaymentStatus string

// The payment statuses.
const (
	PaymentConfirming PaymentStatus = "confirming" // HTTP 202: ask again
	PaymentAccepted   PaymentStatus = "accepted"
	PaymentDeclined   PaymentStatus = "declined"
)

// PaymentAnswer is the answer of the payment call and of its status call.
type PaymentAnswer struct {
	Status           PaymentStatus        `json:"status" enum:"confirming,accepted,declined"`
	ValidationErrors Violations           `json:"validationErrors,omitempty" doc:"Why it was declined (status call only; the payment call answers 409)"`
	GaPayloadBase64  string               `json:"gaPayloadBase64,omitempty"`
	Receipt          *Receipt             `json:"receipt,omitempty"`
	Registration     *PaymentRegistration `json:"registration,omitempty"`
	PricingInfo      *Quote               `json:"pricingInfo,omitempty"`
	ClickToJoinToken string               `json:"clickToJoinToken,omitempty" doc:"Credentials token, one use, 24 hours"`
}

// Receipt is the proof of a purchase.
type Receipt struct {
	ReceiptID           string              `json:"receiptId"`
	OrderID             string              `json:"orderId"`
	TransactionID       string              `json:"transactionId,omitempty" doc:"The provider's; empty when nothing was due"`
	TransactionDateTime string              `json:"transactionDateTime" doc:"RFC 3339, UTC"`
	CardLastFour        string              `json:"cardLastFour,omitempty"`
	PaymentType         PaymentType         `json:"paymentType,omitempty"`
	Totals              Totals              `json:"totals"`
	Taxes               []TaxLine           `json:"taxes"`
	CouponDetail        *CouponDetail       `json:"couponDetail,omitempty"`
	PayForCoParent      bool                `json:"payForCoParent"`
	PaymentCodeDetails  []PaymentCodeDetail `json:"paymentCodeDetails"`
	PackageName         string              `json:"packageName"`
	ReceiptText         string              `json:"receiptText"`
	RenewsAt            string              `json:"renewsAt,omitempty" doc:"RFC 3339; empty when it doesn't renew"`
	EndsAt              string              `json:"endsAt"`
}

// PaymentRegistration is what the widget still needs to know of the sign-up once it is paid.
type PaymentRegistration struct {
	Parent     PaymentParent   `json:"parent"`
	CoParent   PaymentCoParent `json:"coParent"`
	Order      OrderChoice     `json:"order"`
	PromoCodes []string        `json:"promoCodes"`
}

// PaymentParent identifies the new account.
type PaymentParent struct {
	UserID   string `json:"userId"`
	Email    string `json:"email"`
	FamilyID string `json:"familyId"`
}

// PaymentCoParent is where the invitation went.
type PaymentCoParent struct {
	Email                      string `json:"email,omitempty"`
	PhoneNumberWithCountryCode string `json:"phoneNumberWithCountryCode,omitempty"`
}
