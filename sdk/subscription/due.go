package subscription

// Due is the debt of a suspended subscription: the bank approved the payment, but it could not be collected.
type Due struct {
	Amount          string `json:"amount" doc:"Decimal, with tax: the total of the order, with all of its seats"`
	AmountFormatted string `json:"amountFormatted"`
	Currency        string `json:"currency"`
	Country         string `json:"country,omitempty" doc:"Country of the billing address. It determines whether the bank verifies the cardholder"`
	KeepsMethod     bool   `json:"keepsMethod,omitempty" doc:"The method that pays is kept, and the subscription renews with it from then on"`
	Confirming      bool   `json:"confirming,omitempty" doc:"A payment of it is under way: nothing is to be paid until its outcome is known"`
}
