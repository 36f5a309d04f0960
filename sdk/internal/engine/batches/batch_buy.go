package batches

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/text"
)

// Buy implements [codes.Client].
func (c *Engine) Buy(ctx context.Context, professionalID string, in codes.PurchaseInput, meta caller.Meta) (*codes.Batch, error) {
	if !in.Invoice && meta.IdempotencyKey == "" {
		return nil, fault.IdempotencyKeyInvalid
	}
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitPayments, c.core.Limits.Payments, professionalID); err != nil {
		return nil, err
	}
	call := core.IdempotentCall{Scope: core.ScopeOf(core.CallBuyCodes, professionalID), Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	return core.Idempotent(ctx, c.core, call, func(claim *core.IdempotencyClaim) (*codes.Batch, error) {
		return c.buyCodeBatch(ctx, professionalID, in, meta, claim)
	})
}

func (c *Engine) buyCodeBatch(ctx context.Context, professionalID string, in codes.PurchaseInput, meta caller.Meta, claim *core.IdempotencyClaim) (*codes.Batch, error) {
	pay, err := payments.NormalizeInput(paymentOfPurchase(in))
	if err != nil {
		return nil, err
	}
	lang := text.Language(meta.Lang)
	made, broken, err := c.newCodeBatch(ctx, codes.BatchInput{ProfessionalID: professionalID, PackageID: in.PackageID, Size: in.Size}, lang)
	if err != nil {
		return nil, err
	}
	if broken = append(broken, checkPurchase(in, made, pay, lang)...); len(broken) > 0 {
		return nil, &fault.ValidationError{Violations: broken}
	}
	if !in.Invoice {
		return c.payCodeBatch(ctx, made, pay, meta)
	}
	var ordered *codes.Batch
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		if err := professionalThere(ctx, tx.Queries, made.row.ProfessionalID); err != nil {
			return err
		}
		if err := c.insertCodeBatch(ctx, tx.Queries, made, actorProfessional); err != nil {
			return err
		}
		if ordered, err = readCodeBatch(ctx, tx.Queries, professionalID, made.row.ID.String()); err != nil {
			return err
		}
		return claim.Store(ctx, tx, ordered)
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("codes ordered by invoice", "batch", made.row.ID)
	return ordered, nil
}

// paymentOfPurchase converts the purchase to the input of the attempt machine.
func paymentOfPurchase(in codes.PurchaseInput) payment.Input {
	return payment.Input{Order: form.OrderChoice{PackageID: in.PackageID}, Payment: payment.Details{
		AmountDisplayed: in.AmountDisplayed, PaymentType: in.PaymentType, Nonce: in.Nonce,
		CardHolderName: in.CardHolderName, DeviceData: in.DeviceData,
	}}
}

// checkPurchase returns the violations of a purchase's payment.
func checkPurchase(in codes.PurchaseInput, made newBatch, paid payment.Input, lang string) fault.Violations {
	var broken fault.Violations
	if made.pkg != nil && in.AmountDisplayed != "" {
		total, err := made.pkg.Price.Mul(int64(in.Size))
		if err != nil || in.AmountDisplayed != total.Decimal() {
			broken = append(broken, form.Violation("pricing", codes.CodePriceChanged, lang, map[string]any{"total": total.Format(made.catalog.LocaleIn(made.pkg.Group, lang))}))
		}
	}
	if in.Invoice {
		return broken
	}
	if strings.TrimSpace(in.Nonce.Reveal()) == "" {
		broken = append(broken, form.Violation("nonce", payments.CodePaymentMethodMissing, lang, nil))
	}
	if len([]rune(paid.Payment.CardHolderName)) > payments.MaxCardHolder {
		broken = append(broken, form.Violation("cardHolderName", payments.CodePaymentHolderLong, lang, nil))
	}
	return broken
}

// professionalThere rejects an unknown professional's id before a foreign key does.
func professionalThere(ctx context.Context, q *db.Queries, id uuid.UUID) error {
	_, err := q.GetProfessional(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return codes.BatchUnknown
	}
	if err != nil {
		return fmt.Errorf("professional of purchase: %w", err)
	}
	return nil
}
