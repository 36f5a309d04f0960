package operate

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// staleOrderAge is when an order that nobody pays for any more is given up; sessions live 24 h.
	staleOrderAge = 48 * time.Hour
	expireBatch   = 500
	// keepQuotes is how long an expired quote is kept, for questions.
	keepQuotes = 7 * 24 * time.Hour
)

// Expire marks what has run out: registrations, subscription codes, and orders that nobody pays for any
// more; and forgets quotes that ran out long ago. What has run out doesn't count from that moment on; marking it is housekeeping. It may be run at
// any time, beside others.
func (c *Client) Expire(ctx context.Context) error {
	_, errRegistrations := c.ExpireRegistrations(ctx)
	_, errCodes := c.codes.Expire(ctx)
	_, errOrders := c.core.Q.CancelStaleOrders(ctx, c.core.Now(), c.core.Now().Add(-staleOrderAge), expireBatch)
	_, errQuotes := c.signup.PurgeQuotes(ctx, c.core.Now().Add(-keepQuotes))
	if err := errors.Join(errRegistrations, errCodes, errOrders, errQuotes); err != nil {
		return fmt.Errorf("expire: %w", err)
	}
	return nil
}
