package invite

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// account.statusTokenRefused and statusNoNewLink are the specification's numbers.
const (
	statusNoNewLink = 111
)

var (
	// NotRenewed refuses another new link; RetryAfter says when it may be asked for again.
	NotRenewed = &fault.Fault{Kind: fault.Conflict, Code: "invitation_not_renewed", StatusCode: statusNoNewLink}
	// NotFound answers the operator's and the professional's calls.
	NotFound = fault.New(fault.NotFound, "invitation_not_found", nil)
	// Closed answers a change of an invitation that was accepted or revoked.
	Closed = fault.New(fault.Conflict, "invitation_closed", nil)
)
