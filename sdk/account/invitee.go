package account

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

const (
	statusTokenRefused = 112
)

// The faults of invitations. Compare with errors.Is.
var (
	// InvitationTokenInvalid rejects an invitation's token that is unknown, expired, replaced, revoked or used up. Its code is that of
	// [fault.TokenInvalid].
	InvitationTokenInvalid = &fault.Fault{Kind: fault.Unauthenticated, Code: fault.TokenInvalid.Code, StatusCode: statusTokenRefused}
)
