package places

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// SuggestAddresses returns addresses that begin with what was typed, for the holder of a sign-up that is
	// open. Searches are counted by sign-up and by address of the caller, since a provider bills for each.
	//
	// Faults: [Off] where no provider is configured; [Unavailable]; [fault.TooManyTries];
	// for a key those of [signup.Client.Read], for a token [account.InvitationTokenInvalid] and [fault.AccountForbidden].
	SuggestAddresses(ctx context.Context, who signup.Holder, in Query, meta caller.Meta) ([]Suggestion, error)

	// FindAddress returns the whole address of a suggestion: region as its code, postal code as the country
	// writes it. An address outside of [Countries] is none. Faults as [Client.SuggestAddresses], and
	// [NotFound].
	FindAddress(ctx context.Context, who signup.Holder, in Request, meta caller.Meta) (*Address, error)
}
