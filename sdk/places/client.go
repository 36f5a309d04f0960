package places

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Client is the API of this package. [sdk.New] returns one.
type Client interface {
	// SuggestAddresses returns addresses that begin with the typed text, for the holder of an open sign-up. Searches are counted per sign-up and per
	// client address, because providers bill for each.
	//
	// Faults: [Off] if no provider is configured; [Unavailable]; [fault.TooManyTries]; for a key those of [signup.Client.Read], for a token
	// [account.InvitationTokenInvalid] and [fault.AccountForbidden].
	SuggestAddresses(ctx context.Context, holder signup.Holder, in Query, meta caller.Meta) ([]Suggestion, error)

	// FindAddress returns the full address of a suggestion, with the region's code and the postal code in the country's format. An address outside of
	// [Countries] isn't found. Faults as [Client.SuggestAddresses], and [NotFound].
	FindAddress(ctx context.Context, holder signup.Holder, in Request, meta caller.Meta) (*Address, error)
}
