package subscriptions

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// Renew implements [subscription.Client].
func (c *Engine) Renew(ctx context.Context, subscriptionID string) (subscription.RenewalOutcome, error) {
	id, err := uuid.Parse(subscriptionID)
	if err != nil {
		return subscription.RenewalFailed, fmt.Errorf("renewal: subscription id: %w", err)
	}
	return c.renew(ctx, id, c.core.Now())
}

// renew renews a subscription if it is due at the given time.
func (c *Engine) renew(ctx context.Context, id uuid.UUID, at time.Time) (subscription.RenewalOutcome, error) {
	c.payment.Interrupt(payment.InterruptBeforeRenewal)
	begun, err := c.beginRenewal(ctx, id, at)
	if errors.Is(err, payments.ErrNothingToDo) {
		return subscription.RenewalNotDue, nil
	}
	if err != nil {
		return subscription.RenewalFailed, err
	}
	if begun.lapsed {
		return subscription.RenewalLapsed, nil
	}
	c.payment.Interrupt(payment.InterruptBegunRenewal)
	a := begun.attempt
	sent, err := c.payment.SendAttempt(ctx, &a)
	if err != nil {
		return subscription.RenewalFailed, err
	}
	if !sent { // the sweep assumed that this process was dead and gave up the attempt: nothing was sent
		return subscription.RenewalNotDue, nil
	}
	c.payment.Interrupt(payment.InterruptSentRenewal)
	held, err := c.authorizeRenewal(ctx, a, begun.token)
	c.payment.Interrupt(payment.InterruptAuthorizedRenewal)
	return c.concludeRenewal(ctx, payments.Sent{Attempt: a, Transaction: held, Err: err})
}

// begunRenewal is an attempt ready to send, and the token that it charges.
type begunRenewal struct {
	attempt db.PaymentAttempt
	token   secret.Secret
	lapsed  bool // nothing to send: the payer gave no other method in time
}

// waitsForMethod reports whether the provider would decline the kept method again.
func waitsForMethod(contract db.Subscription) bool {
	return contract.Recourse != nil && gateway.Recourse(*contract.Recourse) != gateway.RecourseWait
}

// beginRenewal checks that the contract is due and writes order and attempt, in one transaction.
func (c *Engine) beginRenewal(ctx context.Context, id uuid.UUID, at time.Time) (begun begunRenewal, err error) {
	s, err := SeatOf(ctx, c.core.Q, id)
	if err != nil {
		return begun, fmt.Errorf("renewal: subscription: %w", err)
	}
	bought, err := orders.Get(ctx, c.core.Q, s.SubscriptionTerm.OrderID)
	if err != nil {
		return begun, fmt.Errorf("renewal: order: %w", err)
	}
	rates, err := c.renewalRates(ctx, bought)
	if err != nil {
		return begun, err
	}
	if bought.Zone, err = c.zoneOf(ctx, s, bought); err != nil {
		return begun, err
	}
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		begun = begunRenewal{}
		contract, all, err := lockSeats(ctx, tx.Queries, id)
		if err != nil {
			return fmt.Errorf("renewal: %w", err)
		}
		seats := Renewing(all)
		if !renewalDue(contract, seats, bought.Zone, at) || seats[0].ID() != id || seats[0].SubscriptionTerm.OrderID != bought.ID {
			return payments.ErrNothingToDo
		}
		if waitsForMethod(contract) {
			begun.lapsed = true
			return c.lapseUntried(ctx, tx, contract, seats)
		}
		next, err := c.openRenewal(ctx, tx.Queries, bought, contract, seats, rates)
		if err != nil {
			return err
		}
		var try payments.PurchaseTry
		if try, begun.token, err = c.renewalTry(ctx, tx.Queries, contract, next.Order); err != nil {
			return err
		}
		if begun.attempt, err = c.payment.InsertPurchaseAttempt(ctx, tx.Queries, next.Order, try); err != nil {
			return err
		}
		return tx.BeginRenewal(ctx, c.core.Now(), contract.ID)
	})
	return begun, err
}

// openRenewal writes the order of the next term. After a decline it prices the pending order again.
func (c *Engine) openRenewal(ctx context.Context, q *db.Queries, bought orders.Priced, contract db.Subscription, seats []Seat, rates *price.TaxRates) (orders.Priced, error) {
	priced, pkg, err := c.priceRenewal(ctx, bought, seats, rates)
	if err != nil {
		return orders.Priced{}, err
	}
	next, err := renewalOrder(bought, contract, priced, pkg)
	if err != nil {
		return next, err
	}
	pending, err := q.FindPendingRenewal(ctx, contract.ID)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return next, fmt.Errorf("pending renewal: %w", err)
	}
	next.ID, next.Attempts = pending.ID, pending.Attempts+1
	return orders.Save(ctx, q, next, c.core.Now())
}

// renewalTry returns the parameters of the attempt and the token that it charges.
func (c *Engine) renewalTry(ctx context.Context, q *db.Queries, contract db.Subscription, placed db.Order) (try payments.PurchaseTry, token secret.Secret, err error) {
	account, ok := c.payment.Config().MerchantAccount(orders.Total(placed).Currency)
	if !ok {
		return try, "", fmt.Errorf("renewal of subscription %s: %s has no merchant account", contract.ID, placed.Currency)
	}
	method, err := q.GetPaymentMethod(ctx, *contract.PaymentMethodID)
	if err != nil {
		return try, "", fmt.Errorf("renewal: payment method: %w", err)
	}
	opened, err := c.core.Keys.Open(payments.SealPaymentMethod, nil, method.TokenSealed, method.ID[:])
	if err != nil {
		return try, "", fmt.Errorf("renewal: payment method %s: %w", method.ID, err)
	}
	return payments.PurchaseTry{Account: account, Method: gateway.PaymentType(method.PaymentType), Kept: &method.ID}, secret.Secret(opened), nil
}

// authorizeRenewal makes the one call that may hold money. It marks the payment as recurring, because the customer isn't present.
func (c *Engine) authorizeRenewal(ctx context.Context, a db.PaymentAttempt, token secret.Secret) (gateway.Transaction, error) {
	ctx, cancel := c.payment.GatewayContext(ctx)
	defer cancel()
	return c.core.Gateway.Authorize(ctx, gateway.AuthorizeRequest{
		OrderID: payment.GatewayOrderID(a.OrderID, a.Number), Amount: payments.AttemptAmount(a), MerchantAccountID: a.MerchantAccountID,
		PaymentMethodToken: token, Initiator: gateway.InitiatorRecurring,
	})
}

// concludeRenewal stores the provider's response.
func (c *Engine) concludeRenewal(ctx context.Context, sent payments.Sent) (subscription.RenewalOutcome, error) {
	concluded, err := c.payment.Conclude(ctx, sent, payments.Tried{}, nil)
	switch {
	case errors.Is(err, errRenewalOver):
		return subscription.RenewalNotDue, nil
	case err != nil:
		return subscription.RenewalConfirming, fmt.Errorf("renewal: %w", err)
	case concluded.Placed:
		return subscription.RenewalDone, nil
	case concluded.Refused == nil:
		return subscription.RenewalConfirming, nil
	}
	placed, err := c.core.Q.GetOrder(ctx, sent.Attempt.OrderID)
	if err == nil && placed.State == string(order.Cancelled) {
		return subscription.RenewalLapsed, nil
	}
	return subscription.RenewalRefused, err
}
