package sdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// ForgetMethodJob has the provider delete an erased person's payment method.
type ForgetMethodJob struct {
	PaymentMethodID string `json:"paymentMethodId"`
}

// Kind names the job.
func (ForgetMethodJob) Kind() string { return "payment_method_forget" }

// forgetMethods leaves the jobs that have the provider delete what it keeps of an erased account.
func (c *Client) forgetMethods(ctx context.Context, q *db.Queries, tx pgx.Tx, account *uuid.UUID) error {
	if account == nil {
		return nil
	}
	ids, err := q.ListMethodsToForget(ctx, account)
	if err != nil {
		return fmt.Errorf("erase: payment methods to forget: %w", err)
	}
	for _, id := range ids {
		if err := c.enqueue(ctx, tx, ForgetMethodJob{PaymentMethodID: id.String()}, JobOptions{Unique: true}); err != nil {
			return fmt.Errorf("erase: forget payment method %s: %w", id, err)
		}
	}
	return nil
}

// ForgetPaymentMethod has the provider delete a removed payment method and its customer, and then forgets the
// token itself. It may run any number of times; one that is in use or already forgotten is left as it is.
func (c *Client) ForgetPaymentMethod(ctx context.Context, id string) error {
	methodID, err := uuid.Parse(id)
	if err != nil {
		return fmt.Errorf("forget payment method: %w", err)
	}
	method, err := c.q.GetPaymentMethod(ctx, methodID)
	if err != nil {
		return fmt.Errorf("forget payment method %s: %w", id, err)
	}
	if method.RemovedAt == nil || len(method.TokenSealed) == 0 {
		return nil
	}
	token, err := c.keys.open(sealPaymentMethod, nil, method.TokenSealed, method.ID[:])
	if err != nil {
		return fmt.Errorf("forget payment method %s: %w", id, err)
	}
	if err := c.forgetAtGateway(ctx, Secret(token)); err != nil && !errors.Is(err, ErrGatewayNotFound) {
		return fmt.Errorf("forget payment method %s: %w", id, err)
	}
	if err := c.q.ForgetPaymentMethod(ctx, methodID); err != nil {
		return fmt.Errorf("forget payment method %s: %w", id, err)
	}
	return nil
}

func (c *Client) forgetAtGateway(ctx context.Context, token Secret) error {
	ctx, cancel := c.gatewayContext(ctx)
	defer cancel()
	return c.cfg.Gateway.Forget(ctx, token)
}
