package host

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/secret"
)

// FeedWait is how long [Client.Feed] may wait for something to happen.
const FeedWait = 20 * time.Second

// feedPause is how often a feed that waits looks.
const feedPause = 500 * time.Millisecond

// FeedPage is a part of the feed.
type FeedPage struct {
	Events []Event `json:"events" doc:"In order; empty where nothing has happened"`
	Next   int64   `json:"next" doc:"Ask for what is after it the next time. Keep it with what you did about these events"`
}

// Feed returns the events after a position, in order, and waits for the next one as long as wait, at most [FeedWait], where there is none yet. Who
// asks again with Next misses none. Scope: events. Faults: [fault.TokenInvalid], [ScopeMissing].
func (c *Client) Feed(ctx context.Context, token secret.Secret, after int64, limit int, wait time.Duration) (*FeedPage, error) {
	if err := c.authorize(ctx, token, ScopeEvents); err != nil {
		return nil, err
	}
	events, err := c.After(ctx, after, limit, wait)
	if err != nil {
		return nil, err
	}
	page := &FeedPage{Events: events, Next: after}
	if len(events) > 0 {
		page.Next = events[len(events)-1].Position
	}
	return page, nil
}

// After is [Client.Feed] for operators.
func (c *Client) After(ctx context.Context, after int64, limit int, wait time.Duration) ([]Event, error) {
	until := time.Now().Add(min(wait, FeedWait))
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
