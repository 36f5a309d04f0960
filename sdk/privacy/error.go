package privacy

import "errors"

var (
	// ErrPersonPaying rejects an erasure while a payment of the person isn't decided or captured yet. Try again after that.
	ErrPersonPaying = errors.New("a payment of this person is still under way: try again when it is settled")

	// ErrPersonUnknown rejects an account id without an account.
	ErrPersonUnknown = errors.New("there is no account with this id")
)
