package sdk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// concludePayment is step 4: writes down what the provider answered. Whatever isn't provably a yes or a
// no is unknown, and the customer is told that it is being confirmed.
func (c *Client) concludePayment(ctx context.Context, a db.PaymentAttempt, t GatewayTransaction, callErr error, meta CallMeta, claim *idempotencyClaim) (*PaymentAnswer, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	confirming := &PaymentAnswer{Status: PaymentConfirming}
	var decline *GatewayDecline
	switch {
	case errors.As(callErr, &decline):
		refused, err := c.concludeDecline(ctx, a, decline, meta.Lang)
		if err != nil {
			c.cfg.Log.Error("decline not written down", "attempt", a.ID, "error", err)
			return confirming, nil
		}
		if err := c.countAddressDecline(ctx, meta.ClientAddr); err != nil {
			c.cfg.Log.Error("decline not counted", "attempt", a.ID, "error", err)
		}
		return nil, refused
	case callErr == nil && t.ID != "" && matches(a, t) && (t.Status == GatewayAuthorized || t.Status.Captured()):
		answer, err := c.placePaid(ctx, a, t, claim, meta.Lang)
		var refused *ValidationError
		if errors.As(err, &refused) {
			return nil, refused
		}
		if err != nil {
			// The commit may have happened all the same. The attempt stands as sent or placed: the sweep
			// and the next call find out which.
			c.cfg.Log.Error("payment not written down", "attempt", a.ID, "error", err)
			return confirming, nil
		}
		return answer, nil
	}
	c.cfg.Log.Warn("payment outcome unknown", "attempt", a.ID, "status", t.Status, "error", callErr)
	if err := c.loseAttempt(ctx, a); err != nil {
		c.cfg.Log.Error("unknown payment not written down", "attempt", a.ID, "error", err)
	}
	return confirming, nil
}

// placePaid places the order of a registration, and keeps the answer with it.
func (c *Client) placePaid(ctx context.Context, a db.PaymentAttempt, t GatewayTransaction, claim *idempotencyClaim, lang string) (answer *PaymentAnswer, err error) {
	err = c.place(ctx, a, t, lang, func(ctx context.Context, q *db.Queries, placed any) error {
		answer, _ = placed.(*PaymentAnswer) // see placeRegistration
		return claim.store(ctx, q, answer)
	})
	return answer, err
}

// placeRegistration is the purpose's place of sign-ups and invited parents. It returns the *PaymentAnswer.
func (c *Client) placeRegistration(ctx context.Context, q *db.Queries, tx pgx.Tx, held *heldOutcome, t GatewayTransaction, lang string) (any, error) {
	row, ok := held.subject.(*registrationRow)
	if !ok {
		return nil, fmt.Errorf("order %s has no registration", held.OrderID)
	}
	d, err := draftOf(*row)
	if err != nil {
		return nil, err
	}
	taken, err := c.brandTaken(ctx, q, held.order, t)
	if err != nil {
		return nil, err
	}
	if !taken {
		return nil, &unplaceableError{declined(codePaymentBrandClosed, text.Language(lang))}
	}
	placed, err := c.placeOrder(ctx, q, tx, d, held.order, &held.PaymentAttempt)
	if errors.Is(err, AccountExists) {
		return nil, &unplaceableError{duplicateAtPayment(c, d, lang)}
	}
	if err != nil {
		return nil, err
	}
	return paymentAnswer(d, placed)
}

// followRegistration lets a registration be changed again once its payment is decided.
func (c *Client) followRegistration(ctx context.Context, q *db.Queries, _ pgx.Tx, held *heldOutcome, from, to attemptRule) error {
	if !from.open || to.open {
		return nil
	}
	if err := q.ClearRegistrationPaying(ctx, *held.order.RegistrationID); err != nil {
		return fmt.Errorf("registration is free again: %w", err)
	}
	return nil
}

// hiddenBrands are the restrictions of a package by the provider's name of the brand.
var hiddenBrands = map[string]string{"American Express": "AMEX", "Discover": "DISCOVER"}

// brandTaken reports whether the package that was bought is sold for the brand of the card that was authorised.
// Forms say so before; this is for callers who don't ask them.
func (c *Client) brandTaken(ctx context.Context, q *db.Queries, order db.Order, t GatewayTransaction) (bool, error) {
	way, restricted := hiddenBrands[t.CardBrand]
	if !restricted {
		return true, nil
	}
	cat, err := c.catalogVersion(ctx, q, int(order.CatalogVersion))
	if err != nil {
		return false, err
	}
	pkg := cat.Package(int(order.PackageID))
	return pkg == nil || !pkg.Hides(way), nil
}
