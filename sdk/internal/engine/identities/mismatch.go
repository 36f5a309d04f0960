package identities

import (
	"github.com/cojoin/cojoin/sdk/identity"
)

// The kinds.
const (
	product identity.Kind = "database" // the id of the product's database, which the one of persons' keys holds, too
)
