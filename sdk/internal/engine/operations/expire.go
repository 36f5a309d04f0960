package operations

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// staleOrderAge is the age at which an unpaid order is given up. Sessions live 24 h, so no payer returns to it.
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
