package support

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// ChatToken signs a token that identifies the writer to the support chat: the holder of a registration's
	// key or of a token (an account's, an invitation's), or a visitor by their anonymous id.
	// It opens no other person's conversation, since each is named by a secret of its own person. An
	// e-mail address counts as checked only where its link was followed.
	//
	// Faults: [Off] where the flag is off for the visitor or no key is configured;
	// [Nameless]; [fault.TooManyTries], counted by the caller's address; for a key those of
	// [signup.Client.Read], for a token [account.InvitationTokenInvalid] and [fault.AccountForbidden].
	ChatToken(ctx context.Context, who signup.Holder, meta caller.Meta) (*Token, error)
}
