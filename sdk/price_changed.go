package sdk

// ChangedError is a [ValidationError] of field pricing: the price that the customer saw no longer holds. Nothing was
// charged.
type ChangedError struct {
	*ValidationError
	Quote *Quote // the new price
}

// Unwrap returns the ValidationError.
func (e *ChangedError) Unwrap() error { return e.ValidationError }
