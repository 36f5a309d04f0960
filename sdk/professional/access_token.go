package professional

import (
	"time"

	"github.com/cojoin/cojoin/sdk/secret"
)

// AccessTokenAnswer is a new token for the command line. The token is shown only here.
type AccessTokenAnswer struct {
	Token     secret.Shown `json:"token" doc:"Bearer token; shown once"`
	ExpiresAt time.Time    `json:"expiresAt" doc:"90 days from now"`
	Whoami
}

// Whoami is the owner of a token.
type Whoami struct {
	UserID         string `json:"userId"`
	FirstName      string `json:"firstName"`
	LastName       string `json:"lastName"`
	Email          string `json:"email,omitempty"`
	ProfessionalID string `json:"professionalId,omitempty" doc:"Only for a professional's account"`
	State          State  `json:"state,omitempty" enum:"pending_verification,verified,suspended" doc:"Only for a professional's account"`
}

// AccessTokenInfo describes a valid token, without the token itself.
type AccessTokenInfo struct {
	Whoami
	ExpiresAt time.Time `json:"expiresAt"`
}
