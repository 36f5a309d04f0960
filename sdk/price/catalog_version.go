package price

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
)

// CatalogVersion is one applied catalog.
type CatalogVersion struct {
	Version   int       `json:"version"`
	SHA256    string    `json:"sha256"`
	Note      string    `json:"note,omitempty"`
	AppliedAt time.Time `json:"appliedAt"`
}

// The faults of the catalog's operations.
var (
	CatalogVersionUnknown = fault.New(fault.NotFound, "catalog_version_unknown", nil)
	CatalogBusy           = fault.New(fault.Conflict, "catalog_busy", nil) // another was applied at the same time
)
