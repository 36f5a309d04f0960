package gateway

// PaymentType is the method as the specification's payload names it.
type PaymentType string

// The payment types.
const (
	PaymentCreditCard PaymentType = "CREDIT_CARD"
	PaymentPayPal     PaymentType = "PAYPAL"
	PaymentVenmo      PaymentType = "VENMO"
	PaymentApplePay   PaymentType = "APPLE_PAY"
)
