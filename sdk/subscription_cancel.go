package sdk

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// CancelSubscription ends a subscription's renewal, at the word of its payer, who is known by an account
// token. The term that is paid goes on to its end. A renewal that is being paid just then is given back.
// Calling it again changes nothing.
//
// Faults: [TokenInvalid]; [SubscriptionNotFound] for one that somebody else pays for.
func (c *Client) CancelSubscription(ctx context.Context, subscriptionID string, token Secret) (*Subscription, error) {
	s, err := c.payersSubscription(ctx, subscriptionID, token)
	if err != nil {
		return nil, err
	}
	return c.endRenewal(ctx, s.ID)
}

// EndRenewal is [Client.CancelSubscription] at an operator's word. Fault: [SubscriptionNotFound].
func (c *Client) EndRenewal(ctx context.Context, subscriptionID string) (*Subscription, error) {
	s, err := c.findSubscription(ctx, subscriptionID)
	if err != nil {
		return nil, err
	}
	return c.endRenewal(ctx, s.ID)
}

// endRenewal writes the cancellation down, and has the payer told.
func (c *Client) endRenewal(ctx context.Context, id uuid.UUID) (*Subscription, error) {
	var out Subscription
	err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		if _, err := q.LockSeats(ctx, id); err != nil {
			return fmt.Errorf("lock seats: %w", err)
		}
		stopped, err := q.StopRenewal(ctx, c.now(), []uuid.UUID{id})
		if err != nil {
			return fmt.Errorf("stop renewal: %w", err)
		}
		s, err := q.GetSubscription(ctx, id)
		if err != nil {
			return fmt.Errorf("cancelled subscription: %w", err)
		}
		out = subscriptionOf(s)
		if stopped == 0 {
			return nil // it doesn't renew anyway
		}
		if _, err := q.CancelPendingRenewals(ctx, c.now(), []uuid.UUID{id}); err != nil {
			return fmt.Errorf("cancel renewal: %w", err)
		}
		return c.enqueueSubscriptionMail(ctx, tx, s, MailSubscriptionCancelled)
	})
	if err != nil {
		return nil, err
	}
	c.cfg.Log.Info("renewal cancelled", "subscription", id)
	return &out, nil
}

// accountOfToken gives the account that an account token belongs to. Fault: [TokenInvalid].
func (c *Client) accountOfToken(ctx context.Context, token Secret) (db.Account, error) {
	found, err := c.findToken(ctx, c.q, tokenAccount, token)
	if err != nil {
		return db.Account{}, err
	}
	account, err := c.q.GetAccount(ctx, found.AccountID)
	if err != nil {
		return db.Account{}, fmt.Errorf("account of token: %w", err)
	}
	if account.State != accountActive {
		return db.Account{}, TokenInvalid
	}
	return account, nil
}
