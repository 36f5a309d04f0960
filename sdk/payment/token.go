package payment

import "github.com/cojoin/cojoin/sdk/secret"

// ClientToken is the response to a request for a client token.
type ClientToken struct {
	Token secret.Shown
	// VerifyCard requires a 3-D Secure verification of a card before it is sent, in every country.
	VerifyCard bool
}
