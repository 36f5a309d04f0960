package checkouts

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/text"
)

// concludePayment is step 4: it stores the provider's response and, with the order that it places, the call's answer. While the outcome is unknown
// the answer is confirming.
func (c *Engine) concludePayment(ctx context.Context, sent payments.Sent, payer payments.Tried, claim *core.IdempotencyClaim) (*payment.Answer, error) {
	answer := &payment.Answer{Status: payment.Confirming}
	concluded, err := c.payment.Conclude(ctx, sent, payer, func(ctx context.Context, tx *pg.Tx, placed any) error {
		answer, _ = placed.(*payment.Answer) // see PlaceRegistration
		return claim.Store(ctx, tx, answer)
	})
	var unplaceable *fault.ValidationError
	switch {
	case errors.As(err, &unplaceable):
		return nil, unplaceable
	case err != nil: // the sweep and the next call look it up
		c.core.Log.Error("payment not stored", "attempt", sent.Attempt.ID, "error", err)
		return &payment.Answer{Status: payment.Confirming}, nil
	case concluded.Refused != nil:
		return nil, concluded.Refused
	}
	return answer, nil
}

// PlaceRegistration implements [payments.Purpose.Place] for sign-ups and invited parents. It returns a *[payment.Answer].
func (c *Engine) PlaceRegistration(ctx context.Context, tx *pg.Tx, held *payments.HeldOutcome, t gateway.Transaction, lang string) (any, error) {
	row, ok := held.Subject.(*signups.Row)
	if !ok {
		return nil, fmt.Errorf("order %s has no registration", held.OrderID)
	}
	d, err := c.signup.Open(ctx, tx.Queries, *row)
	if err != nil {
		return nil, err
	}
	taken, err := c.brandAccepted(ctx, tx.Queries, held.Priced(), t)
	if err != nil {
		return nil, err
	}
	if !taken {
		return nil, &payments.UnplaceableError{Reason: payments.Refusal(gateway.CodePaymentBrandClosed, text.Language(lang))}
	}
	placed, err := c.placeOrder(ctx, tx, d, held.Priced(), &held.PaymentAttempt)
	if refused := c.refusedAccounts(err, d, lang); refused != nil {
		return nil, &payments.UnplaceableError{Reason: refused}
	}
	if err != nil {
		return nil, err
	}
	return c.paymentAnswer(d, placed)
}

// refusedAccounts returns the refusal of a payment that can't create accounts: the email has an account by now, or the seat is taken. It returns nil
// for any other error.
func (c *Engine) refusedAccounts(err error, d *signups.Draft, lang string) *fault.ValidationError {
	switch {
	case errors.Is(err, fault.AccountExists):
		return DuplicateAtPayment(c, d, lang)
	case errors.Is(err, account.SeatTaken):
		return payments.Refusal(payments.CodePaymentSuperseded, text.Language(lang))
	}
	return nil
}

// FollowRegistration makes a registration editable again once its payment has an outcome.
func (c *Engine) FollowRegistration(ctx context.Context, tx *pg.Tx, held *payments.HeldOutcome, from, to payments.AttemptRule) error {
	if !from.Open || to.Open || payment.AttemptState(held.State) == payment.AttemptAuthorised { // placing marks it paid, or FreeRegistration is called
		return nil
	}
	return c.FreeRegistration(ctx, tx.Queries, held.Order)
}

// FreeRegistration implements [payments.Purpose.Unplaced] for sign-ups and invited parents.
func (c *Engine) FreeRegistration(ctx context.Context, q *db.Queries, order db.Order) error {
	if err := q.ClearRegistrationPaying(ctx, *order.RegistrationID); err != nil {
		return fmt.Errorf("registration is free again: %w", err)
	}
	return nil
}

// brandAccepted reports whether the package is sold for the brand of the authorized card. The forms check it earlier; this is for callers without
// them.
func (c *Engine) brandAccepted(ctx context.Context, q *db.Queries, order orders.Priced, t gateway.Transaction) (bool, error) {
	brand := slices.IndexFunc(gateway.CardBrands, func(b gateway.CardBrand) bool { return b.Name == t.CardBrand })
	if brand < 0 {
		return true, nil
	}
	cat, err := c.core.CatalogVersion(ctx, q, int(order.Price.CatalogVersion))
	if err != nil {
		return false, err
	}
	pkg := cat.Package(int(order.PackageID))
	return pkg == nil || !pkg.Hides(gateway.CardBrands[brand].ID), nil
}
