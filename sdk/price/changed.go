package price

import "github.com/cojoin/cojoin/sdk/fault"

// ChangedError is a [fault.ValidationError] of the field "pricing": the price that the customer saw is no longer valid. Nothing was charged.
type ChangedError struct {
	*fault.ValidationError
	Quote *Quote // the new price
}

// Unwrap returns the ValidationError.
func (e *ChangedError) Unwrap() error { return e.ValidationError }
