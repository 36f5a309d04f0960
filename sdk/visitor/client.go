package visitor

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
)

// Client is the API of this package. [sdk.New] returns one.
type Client interface {
	// PageFile returns a file published by another release, or nil.
	PageFile(ctx context.Context, name string) ([]byte, error)

	// CountWrite counts one changing call of a client address. Adapters call it once for each such call, before the operation, and return the state
	// to the caller. Faults: [fault.TooManyTries] (the state is valid then, too). An empty address isn't limited.
	CountWrite(ctx context.Context, clientAddr string) (caller.LimitState, error)

	// ReadLimit returns the limit of reads per address. Adapters count reads themselves, because counting in the database would cost more than most
	// reads.
	ReadLimit() caller.Limit
}
