package payment

import "github.com/cojoin/cojoin/sdk/secret"

// ClientToken is the answer to a request for a client token.
type ClientToken struct {
	Token secret.Shown
	// VerifyCard: a card has to be verified by 3-D Secure before it is sent, in whatever country.
	VerifyCard bool
}
