package subscription

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
)

// RenewalOutcome is the result of one try to renew.
type RenewalOutcome string

// The outcomes of a try.
const (
	RenewalDone       RenewalOutcome = "renewed"
	RenewalRefused    RenewalOutcome = "declined"   // tried again later
	RenewalLapsed     RenewalOutcome = "lapsed"     // refused for the last time
	RenewalConfirming RenewalOutcome = "confirming" // the provider's answer isn't known; the reconciler finds out
	RenewalNotDue     RenewalOutcome = "not_due"    // somebody else renews it, or it was cancelled
	RenewalPlanned    RenewalOutcome = "planned"    // a dry run
	RenewalFailed     RenewalOutcome = "failed"     // nothing was sent; the next run tries again
)

// Renew renews a subscription whose term is over, with the seats that were bought with it: once,
// however many workers try. It takes the attempt machine's way: what isn't known is found out by the
// reconciler, and the money moves only for a renewal that is written down.
func (c *Client) Renew(ctx context.Context, subscriptionID string) (RenewalOutcome, error) {
	id, err := uuid.Parse(subscriptionID)
	if err != nil {
		return RenewalFailed, fmt.Errorf("renewal: subscription id: %w", err)
	}
	return c.renew(ctx, id, c.core.Now())
}

// renew renews what is due at a time.
func (c *Client) renew(ctx context.Context, id uuid.UUID, at time.Time) (RenewalOutcome, error) {
	c.payment.Interrupt(payment.InterruptBeforeRenewal)
	begun, err := c.beginRenewal(ctx, id, at)
	if errors.Is(err, payment.ErrNothingToDo) {
		return RenewalNotDue, nil
	}
	if err != nil {
		return RenewalFailed, err
	}
	if begun.lapsed {
		return RenewalLapsed, nil
	}
	c.payment.Interrupt(payment.InterruptBegunRenewal)
	a := begun.attempt
	sent, err := c.payment.SendAttempt(ctx, &a)
	if err != nil {
		return RenewalFailed, err
	}
	if !sent { // the sweep assumed that this process was dead and gave up the attempt: nothing was sent
		return RenewalNotDue, nil
	}
	c.payment.Interrupt(payment.InterruptSentRenewal)
	t, callErr := c.authorizeRenewal(ctx, a, begun.token)
	c.payment.Interrupt(payment.InterruptAuthorizedRenewal)
	return c.concludeRenewal(ctx, a, t, callErr)
}

// begunRenewal is an attempt that may be sent, and the method that it charges.
type begunRenewal struct {
	attempt db.PaymentAttempt
	token   secret.Secret
	lapsed  bool // nothing is sent: no other method was given in time
}

// waitsForMethod reports whether the kept method would be refused again.
func waitsForMethod(contract db.Subscription) bool {
	return contract.Recourse != nil && gateway.Recourse(*contract.Recourse) != gateway.RecourseWait
}

// beginRenewal writes order and attempt in one transaction, in which the contract is found to be due.
func (c *Client) beginRenewal(ctx context.Context, id uuid.UUID, at time.Time) (begun begunRenewal, err error) {
	s, err := SeatOf(ctx, c.core.Q, id)
	if err != nil {
		return begun, fmt.Errorf("renewal: subscription: %w", err)
	}
	bought, err := order.Get(ctx, c.core.Q, s.SubscriptionTerm.OrderID)
	if err != nil {
		return begun, fmt.Errorf("renewal: order: %w", err)
	}
	rates, err := c.renewalRates(ctx, bought)
	if err != nil {
		return begun, err
	}
	err = c.core.Tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		begun = begunRenewal{}
		contract, all, err := lockSeats(ctx, q, id)
		if err != nil {
			return fmt.Errorf("renewal: %w", err)
		}
		seats := Renewing(all)
		if !renewalDue(contract, seats, at) || seats[0].ID() != id || seats[0].SubscriptionTerm.OrderID != bought.ID {
			return payment.ErrNothingToDo
		}
		if waitsForMethod(contract) {
			begun.lapsed = true
			return c.lapseUntried(ctx, q, tx, contract, seats)
		}
		next, err := c.openRenewal(ctx, q, bought, contract, seats, rates)
		if err != nil {
			return err
		}
		var try payment.PurchaseTry
		if try, begun.token, err = c.renewalTry(ctx, q, contract, next.Order); err != nil {
			return err
		}
		if begun.attempt, err = c.payment.InsertPurchaseAttempt(ctx, q, next.Order, try); err != nil {
			return err
		}
		return q.BeginRenewal(ctx, c.core.Now(), contract.ID)
	})
	return begun, err
}

// openRenewal writes the order of the next term, or prices the one that was refused before again.
func (c *Client) openRenewal(ctx context.Context, q *db.Queries, bought order.Priced, contract db.Subscription, seats []Seat, rates *price.TaxRates) (order.Priced, error) {
	price, pkg, err := c.priceRenewal(ctx, bought, seats, rates)
	if err != nil {
		return order.Priced{}, err
	}
	next, err := renewalOrder(bought, contract, price, pkg)
	if err != nil {
		return next, err
	}
	pending, err := q.FindPendingRenewal(ctx, contract.ID)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return next, fmt.Errorf("pending renewal: %w", err)
	}
	next.ID, next.Attempts = pending.ID, pending.Attempts+1
	return order.Save(ctx, q, next, c.core.Now())
}

// renewalTry is what the attempt is made of, and the token that it charges.
func (c *Client) renewalTry(ctx context.Context, q *db.Queries, contract db.Subscription, placed db.Order) (try payment.PurchaseTry, token secret.Secret, err error) {
	account, ok := c.payment.Config().MerchantAccount(order.Total(placed).Currency)
	if !ok {
		return try, "", fmt.Errorf("renewal of subscription %s: %s has no merchant account", contract.ID, placed.Currency)
	}
	method, err := q.GetPaymentMethod(ctx, *contract.PaymentMethodID)
	if err != nil {
		return try, "", fmt.Errorf("renewal: payment method: %w", err)
	}
	opened, err := c.core.Keys.Open(payment.SealPaymentMethod, nil, method.TokenSealed, method.ID[:])
	if err != nil {
		return try, "", fmt.Errorf("renewal: payment method %s: %w", method.ID, err)
	}
	return payment.PurchaseTry{Account: account, Method: gateway.PaymentType(method.PaymentType), Kept: &method.ID}, secret.Secret(opened), nil
}

// authorizeRenewal is the one call that may hold money. The customer isn't there, and the card schemes are
// told so.
func (c *Client) authorizeRenewal(ctx context.Context, a db.PaymentAttempt, token secret.Secret) (gateway.Transaction, error) {
	ctx, cancel := c.payment.GatewayContext(ctx)
	defer cancel()
	return c.core.Gateway.Authorize(ctx, gateway.AuthorizeRequest{
		OrderID: payment.GatewayOrderID(a.OrderID, a.Number), Amount: payment.AttemptAmount(a), MerchantAccountID: a.MerchantAccountID,
		PaymentMethodToken: token, Initiator: gateway.InitiatorRecurring,
	})
}

// concludeRenewal stores what the provider answered.
func (c *Client) concludeRenewal(ctx context.Context, a db.PaymentAttempt, t gateway.Transaction, callErr error) (RenewalOutcome, error) {
	concluded, err := c.payment.Conclude(ctx, a, t, callErr, payment.Tried{}, nil)
	switch {
	case errors.Is(err, errRenewalOver):
		return RenewalNotDue, nil
	case err != nil:
		return RenewalConfirming, fmt.Errorf("renewal: %w", err)
	case concluded.Placed:
		return RenewalDone, nil
	case concluded.Refused == nil:
		return RenewalConfirming, nil
	}
	placed, err := c.core.Q.GetOrder(ctx, a.OrderID)
	if err == nil && placed.State == string(order.Cancelled) {
		return RenewalLapsed, nil
	}
	return RenewalRefused, err
}
