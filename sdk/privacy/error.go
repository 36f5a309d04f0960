package privacy

import "errors"

var (
	// ErrPersonPaying refuses to erase a person whose payment isn't decided or captured yet. Erase again once it is.
	ErrPersonPaying = errors.New("a payment of this person is still under way: try again when it is settled")

	// ErrPersonUnknown refuses an account id without an account.
	ErrPersonUnknown = errors.New("there is no account with this id")
)
