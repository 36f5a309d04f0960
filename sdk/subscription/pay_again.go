package subscription

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
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

var (
	// NothingDue is the fault of paying again for a subscription of which nothing is due.
	NothingDue = fault.New(fault.Conflict, "subscription_nothing_due", nil)
	// DueChanged is the fault of paying another amount than is due.
	DueChanged = fault.New(fault.Conflict, "subscription_due_changed", nil)
)

// PayAgainInput pays what is due of a suspended subscription.
type PayAgainInput struct {
	AmountDisplayed string        `json:"amountDisplayed" doc:"What the payer saw as due, decimal: where another amount is due, nothing is charged" maxLength:"20"`
	Nonce           secret.Secret `json:"nonce" doc:"One use, from the payment provider's client" minLength:"1" maxLength:"255"`
	CardHolderName  string        `json:"cardHolderName,omitempty" maxLength:"700"`
	DeviceData      secret.Secret `json:"deviceData,omitempty" maxLength:"20000"`
}

// PaidAgain is what came of paying again. Access is back once the subscription is active.
type PaidAgain struct {
	Status       payment.Status `json:"status" enum:"confirming,accepted"`
	Subscription Subscription   `json:"subscription"`
}

// Unfinished reports whether the answer may still change. Such an answer isn't stored under the idempotency key: the same
// call sent again asks again.
func (p *PaidAgain) Unfinished() bool { return p != nil && p.Status == payment.Confirming }

// PayAgain pays, at the word of its payer, for a subscription that is suspended because its payment was approved and could not be collected: the same order, at
// the same price, charged once however often the call is sent (meta.IdempotencyKey is required, as for Pay of package checkout). It is active again
// once the money is captured, which is before the answer unless the provider is slow. A method that was kept to renew with is replaced by this one.
//
// Errors: [fault.ValidationError] with nothing charged: nonce (missing, not verified, or declined with the reason), cardHolderName. Faults: [fault.TokenInvalid];
// [NotFound] for a subscription that somebody else pays for; [NothingDue], also while another payment is under way; [DueChanged]; [payment.Invalid],
// [payment.Closed], [payment.Unavailable], [fault.TooManyTries], [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress].
func (c *Client) PayAgain(ctx context.Context, subscriptionID string, token secret.Secret, in PayAgainInput, meta caller.Meta) (*PaidAgain, error) {
	s, err := c.payersSubscription(ctx, subscriptionID, token)
	if err != nil {
		return nil, err
	}
	if meta.IdempotencyKey == "" {
		return nil, fault.IdempotencyKeyInvalid
	}
	payer := s.Subscription.PayerAccountID.String()
	if _, err := c.core.CountEvent(ctx, c.core.Q, payment.LimitPayments, c.core.Limits.Payments, payer); err != nil {
		return nil, err
	}
	call := core.IdempotentCall{Scope: core.ScopeOf(core.CallPayAgain, s.ID().String()), Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	return core.Idempotent(ctx, c.core, call, func(*core.IdempotencyClaim) (*PaidAgain, error) {
		return c.payAgain(ctx, s, in, meta)
	})
}

func (c *Client) payAgain(ctx context.Context, s Seat, in PayAgainInput, meta caller.Meta) (*PaidAgain, error) {
	paid, err := in.payment().Normalise()
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
		return nil, payment.Refusal(payment.CodePaymentSuperseded, text.Language(meta.Lang))
	}
	t, callErr := c.payment.Authorize(ctx, a, begun.order, begun.payer, paid)
	status, err := c.concludeAgain(ctx, s, a, t, callErr, meta)
	if err != nil {
		return nil, err
	}
	return c.paidAgain(ctx, s, status)
}

// payment is the call as the attempt machine takes payments.
func (in PayAgainInput) payment() payment.Input {
	return payment.Input{Payment: payment.Details{
		AmountDisplayed: in.AmountDisplayed, PaymentType: gateway.PaymentCreditCard, Nonce: secret.Secret(strings.TrimSpace(in.Nonce.Reveal())),
		CardHolderName: in.CardHolderName, DeviceData: in.DeviceData,
	}}
}

// checkAgain refuses what would use a card up in vain. Where cards are verified it finds out whether the nonce is a card's: the call doesn't say, and
// a wallet verifies by itself.
func (c *Client) checkAgain(ctx context.Context, in payment.Input, country, lang string) (payment.Input, error) {
	switch {
	case in.Payment.Nonce == "":
		return in, payment.Refusal(payment.CodePaymentMethodMissing, lang)
	case utf8.RuneCountInString(in.Payment.CardHolderName) > payment.MaxCardHolder:
		return in, &fault.ValidationError{Violations: fault.Violations{form.Violation("cardHolderName", payment.CodePaymentHolderLong, lang, nil)}}
	}
	nonce, err := c.payment.NonceToVerify(ctx, in, country)
	if err != nil || nonce == nil {
		return in, err
	}
	in.Payment.PaymentType = cmp.Or(nonce.PaymentType, in.Payment.PaymentType)
	if nonce.PaymentType == gateway.PaymentCreditCard && !nonce.ThreeDSecure {
		return in, payment.Refusal(gateway.CodePaymentUnverified, lang)
	}
	return in, nil
}

// begunAgain is an attempt to send, or the one that the same call has sent before.
type begunAgain struct {
	attempt  db.PaymentAttempt
	standing bool
	order    db.Order
	payer    payment.Payer
}

// beginAgain writes the attempt in one transaction, in which the debt is found to stand. The order is locked, as by everything that moves its attempts.
func (c *Client) beginAgain(ctx context.Context, s Seat, in payment.Input, meta caller.Meta) (begun begunAgain, err error) {
	key := payment.CallHash(s.ID().String(), meta.IdempotencyKey)
	payer := s.Subscription.PayerAccountID
	owner, err := c.core.Account(ctx, c.core.Q, payer)
	if err != nil {
		return begun, fmt.Errorf("payer of subscription: %w", err)
	}
	closed := c.payment.MayPayKnown(ctx, payer.String())
	err = c.core.Tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		begun = begunAgain{payer: payment.Payer{Email: owner.Person.Email, Customer: gateway.Customer{FirstName: owner.Person.FirstName, LastName: owner.Person.LastName}}}
		locked, lockErr := q.LockOrderToPayAgain(ctx, c.core.Now(), s.SubscriptionTerm.OrderID)
		if lockErr != nil && !errors.Is(lockErr, pgx.ErrNoRows) {
			return fmt.Errorf("order of subscription: %w", lockErr)
		}
		before, err := q.FindAttemptByCall(ctx, key)
		if err == nil {
			begun.attempt, begun.standing = before, true
			return nil
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("payment of this key: %w", err)
		}
		if lockErr != nil {
			return NothingDue
		}
		now, err := SeatOf(ctx, q, s.ID())
		if err != nil {
			return fmt.Errorf("subscription: %w", err)
		}
		if err := stillDue(ctx, q, now, locked, in.Payment.AmountDisplayed); err != nil {
			return err
		}
		if closed != nil {
			return closed
		}
		account, ok := c.payment.Config().MerchantAccount(order.Total(locked).Currency)
		if !ok {
			return payment.Unavailable
		}
		begun.order = locked
		begun.attempt, err = c.payment.OpenAttemptAgain(ctx, q, locked, db.InsertAttemptParams{
			MerchantAccountID: account, PaymentType: string(in.Payment.PaymentType), Vault: keepsMethod(now, locked),
			NonceHash: c.payment.NonceHash(in.Payment.Nonce), CallHash: key,
		})
		return err
	})
	return begun, payment.Conflict(err, text.Language(meta.Lang))
}

// stillDue is nil while the payer has to pay the amount that they saw.
func stillDue(ctx context.Context, q *db.Queries, s Seat, locked db.Order, seen string) error {
	debt, err := debtOf(ctx, q, s, locked)
	switch {
	case err != nil:
		return err
	case debt == nil, debt.Confirming:
		return NothingDue
	case debt.Amount.Decimal() != seen:
		return DueChanged
	}
	return nil
}

// standingAgain answers a call that was sent before.
func (c *Client) standingAgain(ctx context.Context, s Seat, a db.PaymentAttempt, lang string) (*PaidAgain, error) {
	switch state := payment.StateOf(a); {
	case state == payment.AttemptDeclined:
		return nil, payment.Refusal(text.Code(pg.OrEmpty(a.DeclineCode)), text.Language(lang))
	case state.Open(), state == payment.AttemptReview:
		return c.paidAgain(ctx, s, payment.Confirming)
	case state.Live():
		return c.paidAgain(ctx, s, payment.Accepted)
	}
	return nil, payment.Refusal(payment.CodePaymentSuperseded, text.Language(lang))
}

// concludeAgain stores what the provider answered, and takes the money.
func (c *Client) concludeAgain(ctx context.Context, s Seat, a db.PaymentAttempt, t gateway.Transaction, callErr error, meta caller.Meta) (payment.Status, error) {
	concluded, err := c.payment.Conclude(ctx, a, t, callErr, payment.Tried{Payer: s.Subscription.PayerAccountID.String(), Meta: meta}, nil)
	var unplaceable *payment.UnplaceableError
	switch {
	case errors.As(err, &unplaceable):
		return "", NothingDue
	case err != nil:
		c.core.Log.Error("payment not stored", "attempt", a.ID, "error", err)
		return payment.Confirming, nil
	case concluded.Refused != nil:
		return "", concluded.Refused
	case !concluded.Placed:
		return payment.Confirming, nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	if err := c.payment.Capture(ctx, a.ID.String()); err != nil { // its job does it later
		c.core.Log.Warn("payment not captured yet", "attempt", a.ID, "error", err)
	}
	return payment.Accepted, nil
}

// paidAgain is the answer, with the subscription as it is now.
func (c *Client) paidAgain(ctx context.Context, s Seat, status payment.Status) (*PaidAgain, error) {
	now, err := SeatOf(context.WithoutCancel(ctx), c.core.Q, s.ID())
	if err != nil {
		return nil, fmt.Errorf("subscription: %w", err)
	}
	return &PaidAgain{Status: status, Subscription: subscriptionOf(now)}, nil
}
