package hosting

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/host"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/secret"
)

// feedPause is how often a feed that waits looks.
const feedPause = 500 * time.Millisecond

// Feed implements [host.Client].
func (c *Engine) Feed(ctx context.Context, token secret.Secret, after int64, limit int, wait time.Duration) (*host.FeedPage, error) {
	if err := c.authorize(ctx, token, host.ScopeEvents); err != nil {
		return nil, err
	}
	events, err := c.After(ctx, after, limit, wait)
	if err != nil {
		return nil, err
	}
	page := &host.FeedPage{Events: events, Next: after}
	if len(events) > 0 {
		page.Next = events[len(events)-1].Position
	}
	return page, nil
}

// After implements [host.Client].
func (c *Engine) After(ctx context.Context, after int64, limit int, wait time.Duration) ([]host.Event, error) {
	until := time.Now().Add(min(wait, host.FeedWait))
	for {
		rows, err := c.core.Q.ListHostEvents(ctx, after, core.Listed(limit, core.DefaultListed))
		if err != nil {
			return nil, fmt.Errorf("feed: %w", err)
		}
		if len(rows) > 0 || time.Until(until) <= 0 {
			return eventsOf(rows), nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(min(feedPause, time.Until(until))):
		}
	}
}
