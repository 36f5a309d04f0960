package payments

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/secret"
)

// ForgetMethods enqueues the jobs that delete an erased account's payment methods at the provider.
func (c *Engine) ForgetMethods(ctx context.Context, tx *pg.Tx, account *uuid.UUID) error {
	if account == nil {
		return nil
	}
	ids, err := tx.ListMethodsToForget(ctx, account)
	if err != nil {
		return fmt.Errorf("erase: payment methods to forget: %w", err)
	}
	for _, id := range ids {
		tx.Enqueue(job.ForgetMethodJob{PaymentMethodID: id.String()}, job.Options{Unique: true})
	}
	return nil
}

// ForgetMethod implements [payment.Client].
func (c *Engine) ForgetMethod(ctx context.Context, id string) error {
	methodID, err := uuid.Parse(id)
	if err != nil {
		return fmt.Errorf("forget payment method: %w", err)
	}
	method, err := c.core.Q.GetPaymentMethod(ctx, methodID)
	if err != nil {
		return fmt.Errorf("forget payment method %s: %w", id, err)
	}
	if method.RemovedAt == nil || len(method.TokenSealed) == 0 {
		return nil
	}
	token, err := c.core.Keys.Open(SealPaymentMethod, nil, method.TokenSealed, method.ID[:])
	if err != nil {
		return fmt.Errorf("forget payment method %s: %w", id, err)
	}
	if err := c.forgetAtGateway(ctx, secret.Secret(token)); err != nil && !errors.Is(err, gateway.ErrGatewayNotFound) {
		return fmt.Errorf("forget payment method %s: %w", id, err)
	}
	if err := c.core.Q.ForgetPaymentMethod(ctx, methodID); err != nil {
		return fmt.Errorf("forget payment method %s: %w", id, err)
	}
	return nil
}

func (c *Engine) forgetAtGateway(ctx context.Context, token secret.Secret) error {
	ctx, cancel := c.GatewayContext(ctx)
	defer cancel()
	return c.core.Gateway.Forget(ctx, token)
}

// dropMethod removes a payment method that was kept for an order that can't be placed, and enqueues the job that deletes it at the provider. No
// account owns it, so no erasure would find it.
func (c *Engine) dropMethod(ctx context.Context, tx *pg.Tx, id *uuid.UUID) error {
	if id == nil {
		return nil
	}
	n, err := tx.RemoveUnownedMethod(ctx, c.core.Now(), *id)
	if err != nil || n == 0 {
		return err
	}
	tx.Enqueue(job.ForgetMethodJob{PaymentMethodID: id.String()}, job.Options{Unique: true})
	return nil
}
