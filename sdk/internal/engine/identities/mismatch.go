package identities

import (
	"errors"

	"github.com/cojoin/cojoin/sdk/identity"
)

// The kinds.
const (
	product identity.Kind = "database" // the id of the product's database, which the one of persons' keys holds, too
)

// ErrNotMigrated refuses a database without the table of identities.
var ErrNotMigrated = errors.New("the database doesn't have the newest schema; run: cojoin migrate")
