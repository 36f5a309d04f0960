package support

import (
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Config holds the key that signs people in to the support chat (Zendesk messaging). Without it all visitors are anonymous in the chat.
type Config struct {
	KeyID  string        // id of the signing key at Zendesk ("app_…")
	Secret secret.Secret // the signing key
}

// The faults of the support chat. Compare with errors.Is.
var (
	Off      = fault.New(fault.NotFound, "support_chat_off", nil)           // no flag, or no key
	Nameless = fault.New(fault.Unauthenticated, "support_chat_nobody", nil) // the caller is anonymous
)

// Token signs the chat widget in.
type Token struct {
	Token secret.Shown `json:"token" doc:"JWT for Zendesk messaging, valid for ten minutes"`
}
