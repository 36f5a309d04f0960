package subscriptions

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// Cancel implements [subscription.Client].
func (c *Engine) Cancel(ctx context.Context, subscriptionID string, token secret.Secret) (*subscription.Subscription, error) {
	s, err := c.payersSubscription(ctx, subscriptionID, token)
	if err != nil {
		return nil, err
	}
	return c.endRenewal(ctx, s.ID())
}

// EndRenewal implements [subscription.Client].
func (c *Engine) EndRenewal(ctx context.Context, subscriptionID string) (*subscription.Subscription, error) {
	s, err := c.findSubscription(ctx, subscriptionID)
	if err != nil {
		return nil, err
	}
	return c.endRenewal(ctx, s.ID())
}

// endRenewal stores the cancellation and mails the payer.
func (c *Engine) endRenewal(ctx context.Context, id uuid.UUID) (*subscription.Subscription, error) {
	var out subscription.Subscription
	err := c.core.Tx(ctx, func(tx *pg.Tx) error {
		contract, _, err := lockSeats(ctx, tx.Queries, id)
		if err != nil {
			return err
		}
		stopped, err := tx.StopRenewal(ctx, c.core.Now(), []uuid.UUID{id})
		if err != nil {
			return fmt.Errorf("stop renewal: %w", err)
		}
		s, err := SeatOf(ctx, tx.Queries, id)
		if err != nil {
			return fmt.Errorf("cancelled subscription: %w", err)
		}
		out = subscriptionOf(s)
		if stopped == 0 {
			return nil // it didn't renew before
		}
		if err := tx.CancelPendingRenewal(ctx, c.core.Now(), contract.ID); err != nil {
			return fmt.Errorf("cancel renewal: %w", err)
		}
		if s.State() == order.SubscriptionSuspended {
			return nil // the mail promises the rest of the term
		}
		enqueueSubscriptionMail(tx, s, email.SubscriptionCancelled, 0)
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("renewal cancelled", "subscription", id)
	return &out, nil
}
