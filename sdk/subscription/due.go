package subscription

// Due is the debt of a suspended subscription: the bank approved the payment, but it could not be collected.
type Due struct {
	Amount          string `json:"amount" doc:"The order's total for all its seats, with tax, decimal"`
	AmountFormatted string `json:"amountFormatted"`
	Currency        string `json:"currency"`
	Country         string `json:"country,omitempty" doc:"Country of the billing address; decides whether the bank verifies the cardholder"`
	KeepsMethod     bool   `json:"keepsMethod,omitempty" doc:"The payment method is stored, and the subscription renews with it from then on"`
	Confirming      bool   `json:"confirming,omitempty" doc:"A payment is in progress: nothing is due until its outcome is known"`
}
