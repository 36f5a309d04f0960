package privacy

import (
	"errors"
)

// ErrKeysHere rejects a move of keys if no key database is configured.
var ErrKeysHere = errors.New("no database of their own is configured for persons' keys")

// PersonKeys is the state of persons' keys.
type PersonKeys struct {
	Elsewhere bool // a key database is configured
	Here      bool // the product's database has keys
	Asked     int  // number of people checked, the newest ones
	Missing   int  // of these: without a key, so their data can't be read
	Unopened  int  // of these: with a key that no configured secret opens
}
