package professional

import (
	"time"

	"github.com/cojoin/cojoin/sdk/secret"
)

// AccessTokenAnswer is a new token for the command line. It is shown this once.
type AccessTokenAnswer struct {
	Token     secret.Shown `json:"token" doc:"Bearer token; shown once"`
	ExpiresAt time.Time    `json:"expiresAt" doc:"90 days from now"`
	Whoami
}

// Whoami is whose a token is.
type Whoami struct {
	UserID         string `json:"userId"`
	FirstName      string `json:"firstName"`
	LastName       string `json:"lastName"`
	Email          string `json:"email,omitempty"`
	ProfessionalID string `json:"professionalId,omitempty" doc:"Of a professional's account only"`
	State          State  `json:"state,omitempty" enum:"pending_verification,verified,suspended" doc:"Of a professional's account only"`
}

// AccessTokenInfo is a token that is good now, less the token itself.
type AccessTokenInfo struct {
	Whoami
	ExpiresAt time.Time `json:"expiresAt"`
}
