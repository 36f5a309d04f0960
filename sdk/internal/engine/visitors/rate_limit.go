package visitors

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/internal/core"
)

// CountWrite implements [visitor.Client].
func (c *Engine) CountWrite(ctx context.Context, clientAddr string) (caller.LimitState, error) {
	return c.core.CountEvent(ctx, c.core.Q, core.LimitWrites, c.core.Limits.Writes, clientAddr)
}

// ReadLimit implements [visitor.Client].
func (c *Engine) ReadLimit() caller.Limit { return c.core.Limits.Reads }
