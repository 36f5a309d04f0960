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

// Expire marks expired registrations and subscription codes, cancels orders that nobody pays for any more, and deletes
// quotes that expired long ago. Nothing depends on its being on time: every read checks the expiry itself. It may run at any
// time, also in several workers.
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
