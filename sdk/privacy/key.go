package privacy

import (
	"errors"
)

// ErrKeysHere refuses to move keys where no database of their own is configured.
var ErrKeysHere = errors.New("no database of their own is configured for persons' keys")

// PersonKeys says how the persons' keys are.
type PersonKeys struct {
	Elsewhere bool // they have a database of their own
	Here      bool // some are in the product's database
	Asked     int  // how many people, the newest ones, were asked for
	Missing   int  // of these: without a key, so that nothing of them can be read
	Unopened  int  // of these: with a key that no configured secret opens
}
