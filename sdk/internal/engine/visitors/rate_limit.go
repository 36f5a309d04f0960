package visitors

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/internal/core"
)

// CountWrite counts one changing call of a client address. Adapters call it once for each such call,
// before the operation, and tell the caller the state. Faults: [fault.TooManyTries] (the state is valid then,
// too). An empty address isn't limited.
func (c *Engine) CountWrite(ctx context.Context, clientAddr string) (caller.LimitState, error) {
	return c.core.CountEvent(ctx, c.core.Q, core.LimitWrites, c.core.Limits.Writes, clientAddr)
}

// ReadLimit returns how often an address may read. Adapters count reads themselves: in the database, counting would cost more than most reads.
func (c *Engine) ReadLimit() caller.Limit { return c.core.Limits.Reads }
