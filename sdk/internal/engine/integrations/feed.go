package integrations

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/secret"
)

// feedPause is the polling interval of a waiting feed.
const feedPause = 500 * time.Millisecond

// Feed implements [integration.Client].
func (c *Engine) Feed(ctx context.Context, token secret.Secret, after int64, limit int, wait time.Duration) (*integration.FeedPage, error) {
	if err := c.authorize(ctx, token, integration.ScopeEvents); err != nil {
		return nil, err
	}
	events, err := c.After(ctx, after, limit, wait)
	if err != nil {
		return nil, err
	}
	page := &integration.FeedPage{Events: events, Next: after}
	if len(events) > 0 {
		page.Next = events[len(events)-1].Position
	}
	return page, nil
}

// After implements [integration.Client].
func (c *Engine) After(ctx context.Context, after int64, limit int, wait time.Duration) ([]integration.Event, error) {
	until := time.Now().Add(min(wait, integration.FeedWait))
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
