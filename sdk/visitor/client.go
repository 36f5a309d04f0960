package visitor

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// PageFile returns a file that another release has published; nil where none has.
	PageFile(ctx context.Context, name string) ([]byte, error)

	// CountWrite counts one changing call of a client address. Adapters call it once for each such call,
	// before the operation, and tell the caller the state. Faults: [fault.TooManyTries] (the state is valid then,
	// too). An empty address isn't limited.
	CountWrite(ctx context.Context, clientAddr string) (caller.LimitState, error)

	// ReadLimit returns how often an address may read. Adapters count reads themselves: in the database, counting would cost more than most reads.
	ReadLimit() caller.Limit
}
