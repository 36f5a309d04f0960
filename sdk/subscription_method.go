package sdk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

// SubscriptionNotRenewing is the fault of giving a payment method for a subscription that ends with its term.
var SubscriptionNotRenewing = NewFault(FaultConflict, "subscription_not_renewing", nil)

// PaymentMethodInput is the payment method that a subscription renews with from now on.
type PaymentMethodInput struct {
	Nonce Secret `json:"nonce" doc:"One use, from the payment provider's client" minLength:"1" maxLength:"255"`
}

// SubscriptionClientToken gives the payer of a subscription what the browser needs to turn another card or
// wallet into a nonce, in the subscription's currency.
//
// Faults: [TokenInvalid], [SubscriptionNotFound], [SubscriptionNotRenewing], [PaymentClosed],
// [PaymentUnavailable], [TooManyTries].
func (c *Client) SubscriptionClientToken(ctx context.Context, subscriptionID string, token Secret) (string, error) {
	s, err := c.payersSubscription(ctx, subscriptionID, token)
	if err != nil {
		return "", err
	}
	if !mayReplaceMethod(s) {
		return "", SubscriptionNotRenewing
	}
	return c.clientTokenIn(ctx, s.PayerAccountID.String(), money.Currency(s.Currency))
}

// ReplacePaymentMethod has a subscription renew with another payment method, at the word of its payer: theirs has
// expired, or was declined. Every seat that they pay for with it follows. A card's bank is asked whether the card
// is good; nothing is charged but a renewal that was declined before, which is tried again soon after.
//
// Errors: [ValidationError] (nonce) where the provider refuses the method. Faults: those of
// [Client.SubscriptionClientToken]; [PaymentUnavailable] where the provider gives no clear answer: the old method
// stands, and another try needs another nonce.
func (c *Client) ReplacePaymentMethod(ctx context.Context, subscriptionID string, token Secret, in PaymentMethodInput, meta CallMeta) (*Subscription, error) {
	s, err := c.payersSubscription(ctx, subscriptionID, token)
	if err != nil {
		return nil, err
	}
	return c.replaceMethod(ctx, s, in, meta)
}

// SetPaymentMethod is [Client.ReplacePaymentMethod] at an operator's word.
func (c *Client) SetPaymentMethod(ctx context.Context, subscriptionID string, in PaymentMethodInput, meta CallMeta) (*Subscription, error) {
	s, err := c.findSubscription(ctx, subscriptionID)
	if err != nil {
		return nil, err
	}
	return c.replaceMethod(ctx, s, in, meta)
}

// payersSubscription gives a subscription to whoever pays for it, and to nobody else.
func (c *Client) payersSubscription(ctx context.Context, subscriptionID string, token Secret) (db.Subscription, error) {
	account, err := c.accountOfToken(ctx, token)
	if err != nil {
		return db.Subscription{}, err
	}
	s, err := c.findSubscription(ctx, subscriptionID)
	if err == nil && s.PayerAccountID != account.ID {
		return s, SubscriptionNotFound
	}
	return s, err
}

// mayReplaceMethod: one that never renewed, was cancelled or has lapsed isn't brought back by a card.
func mayReplaceMethod(s db.Subscription) bool {
	return s.Renews && (s.State == string(SubscriptionActive) || s.State == string(SubscriptionSuspended))
}

func (c *Client) replaceMethod(ctx context.Context, s db.Subscription, in PaymentMethodInput, meta CallMeta) (*Subscription, error) {
	lang := text.Language(meta.Lang)
	if !mayReplaceMethod(s) {
		return nil, SubscriptionNotRenewing
	}
	nonce := strings.TrimSpace(in.Nonce.Reveal())
	if nonce == "" {
		return nil, declined(codePaymentMethodMissing, lang)
	}
	if !isVisibleASCII(nonce, maxNonce) {
		return nil, PaymentInvalid
	}
	in.Nonce = Secret(nonce)
	kept, err := c.vaultMethod(ctx, s, in, meta)
	var refused *GatewayDecline
	if errors.As(err, &refused) {
		return nil, declined(refused.Code, lang)
	}
	if err != nil {
		return nil, err
	}
	return c.renewWith(ctx, s, kept)
}

// vaultMethod has the provider keep the method. Asking a bank about a card is what card testers are after: it is
// counted and limited as a payment is.
func (c *Client) vaultMethod(ctx context.Context, s db.Subscription, in PaymentMethodInput, meta CallMeta) (GatewayMethod, error) {
	payer := s.PayerAccountID.String()
	if err := c.paymentClosed(ctx, payer, meta.ClientAddr); err != nil {
		return GatewayMethod{}, err
	}
	if _, err := c.countEvent(ctx, c.q, limitPayments, c.cfg.Limits.Payments, payer); err != nil {
		return GatewayMethod{}, err
	}
	account, ok := c.cfg.Payment.MerchantAccount(money.Currency(s.Currency))
	if !ok {
		return GatewayMethod{}, PaymentUnavailable
	}
	owner, err := c.q.GetAccount(ctx, s.PayerAccountID)
	if err != nil {
		return GatewayMethod{}, fmt.Errorf("payer of subscription: %w", err)
	}
	bought, err := c.q.GetOrder(ctx, s.OrderID)
	if err != nil {
		return GatewayMethod{}, fmt.Errorf("order of subscription: %w", err)
	}
	call, cancel := c.gatewayContext(ctx)
	defer cancel()
	kept, err := c.cfg.Gateway.Vault(call, VaultRequest{
		Nonce: in.Nonce, MerchantAccountID: account, Email: orEmpty(owner.Email),
		RequireThreeDSecure: c.cfg.Payment.requiresAuthentication(orEmpty(bought.Country)),
	})
	var refused *GatewayDecline
	switch {
	case errors.As(err, &refused):
		if err := errors.Join(c.countDecline(ctx, c.q, payer), c.countAddressDecline(ctx, meta.ClientAddr)); err != nil {
			return kept, err
		}
		return kept, refused
	case err != nil:
		c.cfg.Log.Warn("payment method not kept", "subscription", s.ID, "error", err)
		return kept, NewFault(FaultUnavailable, PaymentUnavailable.Code, err)
	}
	return kept, nil
}

// renewWith writes down what the seats are renewed with from now on, and has the payer told: it may not have been
// they who did it. What was declined is tried again at once.
func (c *Client) renewWith(ctx context.Context, s db.Subscription, kept GatewayMethod) (*Subscription, error) {
	ctx, cancel := c.gatewayContext(ctx) // the provider keeps the method by now: finish what was begun
	defer cancel()
	var out Subscription
	err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		seats, err := q.LockSeats(ctx, s.ID)
		if err != nil {
			return fmt.Errorf("lock seats: %w", err)
		}
		method, err := c.keepPaymentMethod(ctx, q, kept)
		if err != nil {
			return err
		}
		now, moved := c.now(), renewing(seats)
		n, err := q.SetSubscriptionMethod(ctx, &method, now, seatIDs(moved))
		if err != nil {
			return fmt.Errorf("payment method of subscription: %w", err)
		}
		if n == 0 { // it was cancelled meanwhile
			return SubscriptionNotRenewing
		}
		changed, err := q.GetSubscription(ctx, s.ID)
		if err != nil {
			return fmt.Errorf("subscription: %w", err)
		}
		out = subscriptionOf(changed)
		mail := SubscriptionMailJob{
			SubscriptionID: s.ID.String(), Mail: MailMethodReplaced, TermEnd: termDay(changed.EndsAt), MethodID: method.String(),
		}
		if err := c.enqueue(ctx, tx, mail, JobOptions{}); err != nil {
			return err
		}
		if lead := moved[0]; lead.RenewalTries > 0 && lead.RenewingSince == nil {
			return c.enqueue(ctx, tx, RenewSubscriptionJob{SubscriptionID: lead.ID.String()}, JobOptions{Unique: true})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.cfg.Log.Info("payment method of subscription replaced", "subscription", s.ID)
	return &out, nil
}
