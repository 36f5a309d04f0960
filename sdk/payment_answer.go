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

// concludeDecline writes a decline down and gives what to tell the customer.
func (c *Client) concludeDecline(ctx context.Context, a db.PaymentAttempt, decline *GatewayDecline, lang string) (*ValidationError, error) {
	err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		held, err := c.lockForOutcome(ctx, q, tx, a)
		if err != nil {
			return err
		}
		held.release(c.now())
		return c.declineAttempt(ctx, q, tx, &held.PaymentAttempt, decline)
	})
	if err != nil {
		return nil, err
	}
	return declined(decline.Code, lang), nil
}

func declined(code text.Code, lang string) *ValidationError {
	return &ValidationError{Violations: Violations{violation("nonce", code, lang, nil)}}
}

// loseAttempt writes down that nobody knows, and has the provider asked soon.
func (c *Client) loseAttempt(ctx context.Context, a db.PaymentAttempt) error {
	return c.afterSearch(ctx, a, func(q *db.Queries, tx pgx.Tx, held *db.PaymentAttempt) error {
		at := c.now().Add(c.cfg.Payment.ReconcileEvery)
		held.CheckAt = &at
		if err := c.moveAttempt(ctx, q, tx, held, EventLose, "no answer"); err != nil {
			return err
		}
		return c.enqueue(ctx, tx, ReconcileJob{AttemptID: held.ID.String()}, JobOptions{At: at})
	})
}

// placePaid places the order of an authorisation, whether it was answered or found, and gives the
// answer. Where the order can't be placed because somebody has taken the e-mail meanwhile, it is
// cancelled, the authorisation is given back, and the error is a [ValidationError].
func (c *Client) placePaid(ctx context.Context, a db.PaymentAttempt, t GatewayTransaction, claim *idempotencyClaim, lang string) (*PaymentAnswer, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if a.RegistrationID == nil {
		return nil, c.placeUnregistered(ctx, a, t)
	}
	var answer *PaymentAnswer
	var d *draft
	err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		held, err := c.lockForOutcome(ctx, q, tx, a)
		if err != nil {
			return err
		}
		held.release(c.now())
		if err := c.approveAttempt(ctx, q, tx, &held.PaymentAttempt, t); err != nil {
			return err
		}
		if d, err = draftOf(held.registration); err != nil {
			return err
		}
		if err := c.brandTaken(ctx, q, held.order, t); err != nil {
			return err
		}
		placed, err := c.placeOrder(ctx, q, tx, d, held.order, &held.PaymentAttempt)
		if err != nil {
			return err
		}
		if answer, err = paymentAnswer(d, placed); err != nil {
			return err
		}
		if err := claim.store(ctx, q, answer); err != nil {
			return err
		}
		c.interrupt(InterruptWithinPlace)
		return nil
	})
	c.interrupt(InterruptAfterPlace)
	if errors.Is(err, AccountExists) {
		return nil, c.giveBack(ctx, a, t, duplicateAtPayment(c, d, lang))
	}
	if errors.Is(err, errBrandHidden) {
		return nil, c.giveBack(ctx, a, t, declined(codePaymentBrandClosed, text.Language(lang)))
	}
	if err == nil {
		c.cfg.Log.Info("payment accepted", "attempt", a.ID, "order", a.OrderID)
	}
	return answer, err
}

// approveAttempt writes the authorisation down, with the payment method that the provider keeps.
func (c *Client) approveAttempt(ctx context.Context, q *db.Queries, tx pgx.Tx, held *db.PaymentAttempt, t GatewayTransaction) error {
	rememberTransaction(held, t)
	if held.Vault && t.PaymentMethodToken != "" {
		id, err := c.keepPaymentMethod(ctx, q, GatewayMethod{
			Token: t.PaymentMethodToken, PaymentType: PaymentType(held.PaymentType), CardLastFour: t.CardLastFour, CardBrand: t.CardBrand,
		})
		if err != nil {
			return err
		}
		held.PaymentMethodID = &id
	}
	return c.moveAttempt(ctx, q, tx, held, EventApprove, string(t.Status))
}

// giveBack cancels an order that can't be placed, has its authorisation voided, and gives what the customer
// is told.
func (c *Client) giveBack(ctx context.Context, a db.PaymentAttempt, t GatewayTransaction, refused *ValidationError) error {
	err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		held, err := c.lockForOutcome(ctx, q, tx, a)
		if err != nil {
			return err
		}
		held.release(c.now())
		if err := c.approveAttempt(ctx, q, tx, &held.PaymentAttempt, t); err != nil {
			return err
		}
		if err := q.CancelOrder(ctx, c.now(), held.OrderID); err != nil {
			return fmt.Errorf("cancel order: %w", err)
		}
		if held.order.RenewsID != nil {
			if _, err := c.freeRenewal(ctx, q, held.order); err != nil {
				return err
			}
		}
		return c.enqueue(ctx, tx, VoidJob{AttemptID: held.ID.String()}, JobOptions{})
	})
	if err != nil {
		return err
	}
	c.cfg.Log.Warn("authorised payment given back: its order can't be placed", "attempt", a.ID, "order", a.OrderID)
	if refused == nil { // nobody waits for the answer
		return nil
	}
	return refused
}

// errBrandHidden means that the package isn't sold for cards of this brand.
var errBrandHidden = errors.New("the card's brand isn't taken for this package")

// hiddenBrands are the restrictions of a package by the provider's name of the brand.
var hiddenBrands = map[string]string{"American Express": "AMEX", "Discover": "DISCOVER"}

// brandTaken is errBrandHidden where the package that was bought hides the brand of the card that was authorised.
// Forms say so before; this is for whoever doesn't ask them.
func (c *Client) brandTaken(ctx context.Context, q *db.Queries, order db.Order, t GatewayTransaction) error {
	way, restricted := hiddenBrands[t.CardBrand]
	if !restricted {
		return nil
	}
	cat, err := c.catalogVersion(ctx, q, int(order.CatalogVersion))
	if err != nil {
		return err
	}
	if pkg := cat.Package(int(order.PackageID)); pkg != nil && pkg.Hides(way) {
		return errBrandHidden
	}
	return nil
}
