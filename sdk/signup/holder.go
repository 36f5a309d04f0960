package signup

import "github.com/cojoin/cojoin/sdk/secret"

// Holder identifies the caller of an operation on a sign-up: the holder of a registration's key or, without a key, an invited parent.
type Holder struct {
	SignupID string
	Key      secret.Secret // of the registration
	UserID   string        // expected owner of the invited parent's token; may be empty
	Bearer   secret.Secret // the invitation's token, or the invited parent's own
}
