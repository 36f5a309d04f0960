package operations

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
)

// Expire implements [operate.Client].
func (c *Engine) Expire(ctx context.Context) error {
	_, errRegistrations := c.privacy.ExpireRegistrations(ctx)
	_, errCodes := c.codes.Expire(ctx)
	_, errOrders := c.core.Q.CancelStaleOrders(ctx, c.core.Now(), c.core.Now().Add(-staleOrderAge), expireBatch)
	_, errInvitations := c.core.Q.ExpireInvitations(ctx, c.core.Now(), expireBatch)
	if err := errors.Join(errRegistrations, errCodes, errOrders, errInvitations); err != nil {
		return fmt.Errorf("expire: %w", err)
	}
	return nil
}
