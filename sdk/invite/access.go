package invite

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// account.statusTokenRefused and statusNoNewLink are the specification's numbers.
const (
	statusNoNewLink = 111
)

var (
	// NotRenewed rejects a request for a new link; RetryAfter is the wait until the next one.
	NotRenewed = &fault.Fault{Kind: fault.Conflict, Code: "invitation_not_renewed", StatusCode: statusNoNewLink}
	// NotFound is the fault of the operator's and the professional's calls.
	NotFound = fault.New(fault.NotFound, "invitation_not_found", nil)
	// Closed rejects a change of an accepted or revoked invitation.
	Closed = fault.New(fault.Conflict, "invitation_closed", nil)
)
