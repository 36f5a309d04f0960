package subscriptions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/text"
)

// PayAgain implements [subscription.Client].
func (c *Engine) PayAgain(ctx context.Context, subscriptionID string, token secret.Secret, in subscription.PayAgainInput, meta caller.Meta) (*subscription.PaidAgain, error) {
	s, err := c.payersSubscription(ctx, subscriptionID, token)
	if err != nil {
		return nil, err
	}
	if meta.IdempotencyKey == "" {
		return nil, fault.IdempotencyKeyInvalid
	}
	payer := s.Subscription.PayerAccountID.String()
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitPayments, c.core.Limits.Payments, payer); err != nil {
		return nil, err
	}
	call := core.IdempotentCall{Scope: core.ScopeOf(core.CallPayAgain, s.ID().String()), Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	return core.Idempotent(ctx, c.core, call, func(*core.IdempotencyClaim) (*subscription.PaidAgain, error) {
		return c.payAgain(ctx, s, in, meta)
	})
}

func (c *Engine) payAgain(ctx context.Context, s Seat, in subscription.PayAgainInput, meta caller.Meta) (*subscription.PaidAgain, error) {
	paid, err := payments.NormalizeInput(paymentOf(in))
	if err != nil {
		return nil, err
	}
	bought, err := c.orderOf(ctx, c.core.Q, s.SubscriptionTerm.OrderID)
	if err != nil {
		return nil, err
	}
	if paid, err = c.checkAgain(ctx, paid, pg.OrEmpty(bought.Country), text.Language(meta.Lang)); err != nil {
		return nil, err
	}
	begun, err := c.beginAgain(ctx, s, paid, meta)
	if err != nil {
		return nil, err
	}
	if begun.standing {
		return c.standingAgain(ctx, s, begun.attempt, meta.Lang)
	}
	a := begun.attempt
	sent, err := c.payment.SendAttempt(ctx, &a)
	if err != nil {
		return nil, err
	}
	if !sent { // the sweep assumed that this process was dead and gave up the attempt: nothing was sent
		return nil, payments.Refusal(payments.CodePaymentSuperseded, text.Language(meta.Lang))
	}
	held, err := c.payment.Authorize(ctx, a, begun.order, begun.payer, paid)
	status, err := c.concludeAgain(ctx, s, payments.Sent{Attempt: a, Transaction: held, Err: err}, meta)
	if err != nil {
		return nil, err
	}
	return c.paidAgain(ctx, s, status)
}

// paymentOf converts the call to the input of the attempt machine.
func paymentOf(in subscription.PayAgainInput) payment.Input {
	return payment.Input{Payment: payment.Details{
		AmountDisplayed: in.AmountDisplayed, PaymentType: gateway.PaymentCreditCard, Nonce: secret.Secret(strings.TrimSpace(in.Nonce.Reveal())),
		CardHolderName: in.CardHolderName, DeviceData: in.DeviceData,
	}}
}

// checkAgain rejects input before its nonce is used up. Where the law requires verified cards, it looks up the nonce's type, which the input lacks: a
// wallet verifies by itself.
func (c *Engine) checkAgain(ctx context.Context, in payment.Input, country, lang string) (payment.Input, error) {
	switch {
	case in.Payment.Nonce == "":
		return in, payments.Refusal(payments.CodePaymentMethodMissing, lang)
	case utf8.RuneCountInString(in.Payment.CardHolderName) > payments.MaxCardHolder:
		return in, &fault.ValidationError{Violations: fault.Violations{form.Violation("cardHolderName", payments.CodePaymentHolderLong, lang, nil)}}
	}
	nonce, err := c.payment.NonceToVerify(ctx, in, country)
	if err != nil || nonce == nil {
		return in, err
	}
	in.Payment.PaymentType = cmp.Or(nonce.PaymentType, in.Payment.PaymentType)
	if nonce.PaymentType == gateway.PaymentCreditCard && !nonce.ThreeDSecure {
		return in, payments.Refusal(gateway.CodePaymentUnverified, lang)
	}
	return in, nil
}

// begunAgain is a new attempt to send, or (standing) the attempt of an earlier call with the same key.
type begunAgain struct {
	attempt  db.PaymentAttempt
	standing bool
	order    db.Order
	payer    payments.Payer
}

// beginAgain checks the debt and inserts the attempt in one transaction. It locks the order, as every change of its attempts does.
func (c *Engine) beginAgain(ctx context.Context, s Seat, in payment.Input, meta caller.Meta) (begun begunAgain, err error) {
	key := payments.CallHash(s.ID().String(), meta.IdempotencyKey)
	payer := s.Subscription.PayerAccountID
	owner, err := c.core.Account(ctx, c.core.Q, payer)
	if err != nil {
		return begun, fmt.Errorf("payer of subscription: %w", err)
	}
	closed := c.payment.MayPayKnown(ctx, payer.String())
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		begun = begunAgain{payer: payments.Payer{Email: owner.Person.Email, Customer: gateway.Customer{FirstName: owner.Person.FirstName, LastName: owner.Person.LastName}}}
		locked, lockErr := tx.LockOrderToPayAgain(ctx, c.core.Now(), s.SubscriptionTerm.OrderID)
		if lockErr != nil && !errors.Is(lockErr, pgx.ErrNoRows) {
			return fmt.Errorf("order of subscription: %w", lockErr)
		}
		before, err := tx.FindAttemptByCall(ctx, key)
		if err == nil {
			begun.attempt, begun.standing = before, true
			return nil
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("payment of this key: %w", err)
		}
		if lockErr != nil {
			return subscription.NothingDue
		}
		now, err := SeatOf(ctx, tx.Queries, s.ID())
		if err != nil {
			return fmt.Errorf("subscription: %w", err)
		}
		if err := stillDue(ctx, tx.Queries, now, locked, in.Payment.AmountDisplayed); err != nil {
			return err
		}
		if closed != nil {
			return closed
		}
		account, err := c.payment.MerchantAccount(orders.Total(locked).Currency)
		if err != nil {
			return err
		}
		begun.order = locked
		begun.attempt, err = c.payment.OpenAttemptAgain(ctx, tx.Queries, locked, db.InsertAttemptParams{
			MerchantAccountID: account, PaymentType: string(in.Payment.PaymentType), Vault: keepsMethod(now, locked),
			NonceHash: c.payment.NonceHash(in.Payment.Nonce), CallHash: key,
		})
		return err
	})
	return begun, payments.Conflict(err, text.Language(meta.Lang))
}

// stillDue returns nil if the debt equals the amount that the payer saw.
func stillDue(ctx context.Context, q *db.Queries, s Seat, locked db.Order, seen string) error {
	debt, err := debtOf(ctx, q, s, locked)
	switch {
	case err != nil:
		return err
	case debt == nil, debt.Confirming:
		return subscription.NothingDue
	case debt.Amount.Decimal() != seen:
		return subscription.DueChanged
	}
	return nil
}

// standingAgain responds to a repeated call from the stored attempt.
func (c *Engine) standingAgain(ctx context.Context, s Seat, a db.PaymentAttempt, lang string) (*subscription.PaidAgain, error) {
	switch state := payments.StateOf(a); {
	case state == payment.AttemptDeclined:
		return nil, payments.Refusal(text.Code(pg.OrEmpty(a.DeclineCode)), text.Language(lang))
	case payments.IsOpen(state), state == payment.AttemptReview:
		return c.paidAgain(ctx, s, payment.Confirming)
	case payments.IsLive(state):
		return c.paidAgain(ctx, s, payment.Accepted)
	}
	return nil, payments.Refusal(payments.CodePaymentSuperseded, text.Language(lang))
}

// concludeAgain stores the provider's response and captures the money.
func (c *Engine) concludeAgain(ctx context.Context, s Seat, sent payments.Sent, meta caller.Meta) (payment.Status, error) {
	concluded, err := c.payment.Conclude(ctx, sent, payments.Tried{Payer: s.Subscription.PayerAccountID.String(), Meta: meta}, nil)
	var unplaceable *payments.UnplaceableError
	switch {
	case errors.As(err, &unplaceable):
		return "", subscription.NothingDue
	case err != nil:
		c.core.Log.Error("payment not stored", "attempt", sent.Attempt.ID, "error", err)
		return payment.Confirming, nil
	case concluded.Refused != nil:
		return "", concluded.Refused
	case !concluded.Placed:
		return payment.Confirming, nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	if err := c.payment.Capture(ctx, sent.Attempt.ID.String()); err != nil { // its job retries
		c.core.Log.Warn("payment not captured yet", "attempt", sent.Attempt.ID, "error", err)
	}
	return payment.Accepted, nil
}

// paidAgain returns the response, with the subscription's current state.
func (c *Engine) paidAgain(ctx context.Context, s Seat, status payment.Status) (*subscription.PaidAgain, error) {
	now, err := SeatOf(context.WithoutCancel(ctx), c.core.Q, s.ID())
	if err != nil {
		return nil, fmt.Errorf("subscription: %w", err)
	}
	return &subscription.PaidAgain{Status: status, Subscription: subscriptionOf(now)}, nil
}
