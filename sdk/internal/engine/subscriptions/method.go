package subscriptions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/text"
)

// ClientToken implements [subscription.Client].
func (c *Engine) ClientToken(ctx context.Context, subscriptionID string, token secret.Secret) (string, error) {
	s, err := c.payersSubscription(ctx, subscriptionID, token)
	if err != nil {
		return "", err
	}
	if !s.Renews() { // a new card revives no canceled or lapsed subscription
		if owes, err := c.owes(ctx, s); err != nil || !owes {
			return "", cmp.Or(err, error(subscription.NotRenewing))
		}
	}
	return c.payment.ClientTokenIn(ctx, s.Subscription.PayerAccountID.String(), money.Currency(s.Subscription.Currency))
}

// ReplaceMethod implements [subscription.Client].
func (c *Engine) ReplaceMethod(ctx context.Context, subscriptionID string, token secret.Secret, in subscription.PaymentMethodInput, meta caller.Meta) (*subscription.Subscription, error) {
	s, err := c.payersSubscription(ctx, subscriptionID, token)
	if err != nil {
		return nil, err
	}
	return c.replaceMethod(ctx, s, in, meta)
}

// SetMethod implements [subscription.Client].
func (c *Engine) SetMethod(ctx context.Context, subscriptionID string, in subscription.PaymentMethodInput, meta caller.Meta) (*subscription.Subscription, error) {
	s, err := c.findSubscription(ctx, subscriptionID)
	if err != nil {
		return nil, err
	}
	return c.replaceMethod(ctx, s, in, meta)
}

// payersSubscription returns a subscription to its payer only.
func (c *Engine) payersSubscription(ctx context.Context, subscriptionID string, token secret.Secret) (Seat, error) {
	owner, err := accounts.HolderOf(ctx, c.core, token)
	if err != nil {
		return Seat{}, err
	}
	s, err := c.findSubscription(ctx, subscriptionID)
	if err != nil {
		return Seat{}, err
	}
	if s.Subscription.PayerAccountID != owner.ID {
		return Seat{}, subscription.NotFound
	}
	return s, nil
}

func (c *Engine) replaceMethod(ctx context.Context, s Seat, in subscription.PaymentMethodInput, meta caller.Meta) (*subscription.Subscription, error) {
	lang := text.Language(meta.Lang)
	if !s.Renews() {
		return nil, subscription.NotRenewing
	}
	nonce := strings.TrimSpace(in.Nonce.Reveal())
	if nonce == "" {
		return nil, payments.Refusal(payments.CodePaymentMethodMissing, lang)
	}
	if !core.IsVisibleASCII(nonce, payments.MaxNonce) {
		return nil, payment.Invalid
	}
	in.Nonce = secret.Secret(nonce)
	kept, err := c.vaultMethod(ctx, s, in, meta)
	var refused *gateway.Decline
	if errors.As(err, &refused) {
		return nil, payments.Refusal(refused.Code, lang)
	}
	if err != nil {
		return nil, err
	}
	return c.renewWith(ctx, s, kept)
}

// vaultMethod stores the method at the provider. The provider verifies the card with its bank, which card testers exploit, so each call is counted
// and limited like a payment.
func (c *Engine) vaultMethod(ctx context.Context, s Seat, in subscription.PaymentMethodInput, meta caller.Meta) (gateway.Method, error) {
	payer := s.Subscription.PayerAccountID.String()
	if err := c.payment.MayPayKnown(ctx, payer); err != nil {
		return gateway.Method{}, err
	}
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitPayments, c.core.Limits.Payments, payer); err != nil {
		return gateway.Method{}, err
	}
	merchant, err := c.payment.MerchantAccount(money.Currency(s.Subscription.Currency))
	if err != nil {
		return gateway.Method{}, err
	}
	owner, err := c.core.Account(ctx, c.core.Q, s.Subscription.PayerAccountID)
	if err != nil {
		return gateway.Method{}, fmt.Errorf("payer of subscription: %w", err)
	}
	bought, err := c.core.Q.GetOrder(ctx, s.SubscriptionTerm.OrderID)
	if err != nil {
		return gateway.Method{}, fmt.Errorf("order of subscription: %w", err)
	}
	call, cancel := c.payment.GatewayContext(ctx)
	defer cancel()
	kept, err := c.core.Gateway.Vault(call, gateway.VaultRequest{
		Nonce: in.Nonce, MerchantAccountID: merchant, Email: owner.Person.Email,
		RequireThreeDSecure: c.payment.Config().RequiresAuthentication(pg.OrEmpty(bought.Country)),
	})
	var refused *gateway.Decline
	switch {
	case errors.As(err, &refused):
		if err := c.payment.CountTried(ctx, payments.Tried{Payer: payer, Meta: meta}); err != nil {
			return kept, err
		}
		return kept, refused
	case err != nil:
		c.core.Log.Warn("payment method not stored", "subscription", s.ID(), "error", err)
		return kept, fault.New(fault.Unavailable, payment.Unavailable.Code, err)
	}
	return kept, nil
}

// renewWith stores the payment method for future renewals of the seats. It mails the payer, because an operator may have made the change. A declined
// renewal is retried immediately.
func (c *Engine) renewWith(ctx context.Context, s Seat, kept gateway.Method) (*subscription.Subscription, error) {
	ctx, cancel := c.payment.GatewayContext(ctx) // the provider already keeps the method, so ignore cancellation by the caller
	defer cancel()
	var out subscription.Subscription
	err := c.core.Tx(ctx, func(tx *pg.Tx) error {
		contract, seats, err := lockSeats(ctx, tx.Queries, s.ID())
		if err != nil {
			return err
		}
		moved := Renewing(seats)
		if len(moved) == 0 { // canceled meanwhile
			return subscription.NotRenewing
		}
		method, err := c.payment.KeepPaymentMethod(ctx, tx.Queries, kept)
		if err != nil {
			return err
		}
		if _, err := tx.SetSubscriptionMethod(ctx, &method, c.core.Now(), contract.ID); err != nil {
			return fmt.Errorf("payment method of subscription: %w", err)
		}
		changed, err := SeatOf(ctx, tx.Queries, s.ID())
		if err != nil {
			return fmt.Errorf("subscription: %w", err)
		}
		out = subscriptionOf(changed)
		mail := email.SubscriptionJob{
			SubscriptionID: s.ID().String(), Mail: email.MethodReplaced, TermEnd: string(orders.EndsOn(changed.SubscriptionTerm)), MethodID: method.String(),
		}
		tx.Enqueue(mail, job.Options{})
		if contract.Tries > 0 && contract.RenewingSince == nil {
			tx.Enqueue(job.RenewSubscriptionJob{SubscriptionID: moved[0].ID().String()}, job.Options{Unique: true})
			return nil
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("payment method of subscription replaced", "subscription", s.ID())
	return &out, nil
}
