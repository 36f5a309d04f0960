package core

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/site"
)

// Flags returns a visitor's flags. Forced arms apply outside production only.
func (c *Core) Flags(ctx context.Context, meta caller.Meta) flag.Flags {
	return c.flags.Read(ctx, meta.AnonymousID, c.forcedFlags(meta))
}

// SwitchOn returns true if a switch is on for the caller.
func (c *Core) SwitchOn(ctx context.Context, key string, meta caller.Meta) bool {
	return c.flags.On(ctx, key, meta.AnonymousID, c.forcedFlags(meta))
}

// forcedFlags returns a call's forced variants (arms); nil in production.
func (c *Core) forcedFlags(meta caller.Meta) map[string]string {
	if c.Site.Environment == site.EnvironmentProduction {
		return nil
	}
	return meta.ForcedFlags
}
