package identities

import (
	"github.com/cojoin/cojoin/sdk/identity"
)

// The kinds.
const (
	product identity.Kind = "database" // the id of the product's database, which the key database also stores
)
