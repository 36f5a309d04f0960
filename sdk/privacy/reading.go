package privacy

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
)

// Reading is one access of an operator to personal data.
type Reading struct {
	ID       string    `json:"id"`
	At       time.Time `json:"at"`
	Operator string    `json:"operator"`
	What     string    `json:"what" doc:"A list (registrations, professionals, invitations, code_batches), one entry (registration, professional, invitation, payment), exported or erased"`
	Subject  string    `json:"subject,omitempty" doc:"Id of the entry; for exports and erasures, the account's id"`
	Rows     int       `json:"rows" doc:"Number of rows read or erased"`
}

// ReadingFilter selects readings. An empty field matches all.
type ReadingFilter struct {
	Operator string
	Before   string // id of a reading: only older ones
	Limit    int    // default 50, at most 500
}

// ReadingNotFound rejects a Before that is not an id.
var ReadingNotFound = fault.New(fault.NotFound, "reading_not_found", nil)
