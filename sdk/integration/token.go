package integration

import (
	"time"

	"github.com/cojoin/cojoin/sdk/secret"
)

// The scopes of an integration's token.
const (
	ScopeEntitlements = "entitlements" // read an account's entitlement
	ScopeEvents       = "events"       // read the feed
	ScopeLogin        = "login"        // exchange login codes
	ScopeLookup       = "lookup"       // find an account by an email address
)

// Scopes lists all scopes of tokens.
var Scopes = []string{ScopeEntitlements, ScopeEvents, ScopeLogin, ScopeLookup}

// TokenInput holds an operator's settings of a token.
type TokenInput struct {
	Name   string   `json:"name" minLength:"1" maxLength:"100" doc:"Name of the customer's server that uses it"`
	Scopes []string `json:"scopes" minItems:"1" maxItems:"4" enum:"entitlements,events,login,lookup"`
}

// Token authenticates an integration's server.
type Token struct {
	ID string `json:"id"`
	TokenInput
	Token      secret.Shown `json:"token,omitempty" doc:"Returned only when it is created"`
	CreatedAt  time.Time    `json:"createdAt"`
	LastUsedAt *time.Time   `json:"lastUsedAt,omitempty" doc:"Last use, accurate to an hour"`
	RevokedAt  *time.Time   `json:"revokedAt,omitempty"`
}
