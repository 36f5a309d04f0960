package support

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Client is the API of this package. [sdk.New] returns one.
type Client interface {
	// ChatToken returns a token that identifies its holder to the support chat: the holder of a registration's key, of an account's or invitation's
	// token, or a visitor by anonymous id. It opens only their own conversations, because each is named by its person's secret. An email counts as
	// verified only if its link was followed.
	//
	// Faults: [Off] if the flag is off for the visitor or no key is configured; [Nameless]; [fault.TooManyTries], counted by client address; for a
	// key those of [signup.Client.Read], for a token [account.InvitationTokenInvalid] and [fault.AccountForbidden].
	ChatToken(ctx context.Context, holder signup.Holder, meta caller.Meta) (*Token, error)
}
