package sdk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// CodePurchaseInput buys a batch of codes: with a nonce of the payment provider, or by invoice.
type CodePurchaseInput struct {
	PackageID       int         `json:"packageId" doc:"Not a custom one"`
	Size            int         `json:"size" doc:"1 to 500"`
	Invoice         bool        `json:"invoice,omitempty" doc:"Pay by invoice: the codes are good once an operator has seen the money"`
	AmountDisplayed string      `json:"amountDisplayed,omitempty" doc:"What the buyer expects to pay, decimal: where the price is another, nothing is charged (field pricing)"`
	Nonce           Secret      `json:"nonce,omitempty" doc:"Required unless by invoice"`
	PaymentType     PaymentType `json:"paymentType,omitempty" enum:"CREDIT_CARD,PAYPAL,VENMO,APPLE_PAY"`
	CardHolderName  string      `json:"cardHolderName,omitempty"`
	DeviceData      Secret      `json:"deviceData,omitempty"`
}

// unfinished tells the idempotent wrapper that the same key has to ask again.
func (b *CodeBatch) unfinished() bool {
	return b != nil && b.PaidBy == CodePaymentCard && b.State == CodeBatchAwaitingPayment
}

// Confirming reports whether the batch's payment isn't known yet: ask again, or send the same call again.
func (b *CodeBatch) Confirming() bool { return b.unfinished() }

// BuyCodeBatch buys a batch of codes for a professional. Paid with a nonce, it is active at once, or awaits
// payment while the provider's answer isn't known (see [CodeBatch.Confirming]); then meta.IdempotencyKey is
// required, as for [Client.Pay]. By invoice it awaits [Client.ActivateCodeBatch].
//
// Errors: [ValidationError] with nothing charged: packageId, size, nonce (missing, or declined with the
// reason), cardHolderName, pricing where amountDisplayed isn't the price. Faults: [CodeBatchUnknown] for an
// id that is no professional's, [PaymentInvalid], [PaymentClosed], [PaymentUnavailable], [TooManyTries],
// [IdempotencyKeyInvalid], [IdempotencyMismatch], [InProgress].
func (c *Client) BuyCodeBatch(ctx context.Context, professionalID string, in CodePurchaseInput, meta CallMeta) (*CodeBatch, error) {
	if !in.Invoice && meta.IdempotencyKey == "" {
		return nil, IdempotencyKeyInvalid
	}
	if _, err := c.countEvent(ctx, c.q, limitPayments, c.cfg.Limits.Payments, professionalID); err != nil {
		return nil, err
	}
	call := idempotentCall{Scope: "code_batch_buy/" + professionalID, Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	return idempotent(ctx, c, call, func(claim *idempotencyClaim) (*CodeBatch, error) {
		return c.buyCodeBatch(ctx, professionalID, in, meta, claim)
	})
}

func (c *Client) buyCodeBatch(ctx context.Context, professionalID string, in CodePurchaseInput, meta CallMeta, claim *idempotencyClaim) (*CodeBatch, error) {
	payment, err := in.payment().normalise()
	if err != nil {
		return nil, err
	}
	lang := text.Language(meta.Lang)
	made, broken, err := c.newCodeBatch(ctx, CodeBatchInput{ProfessionalID: professionalID, PackageID: in.PackageID, Size: in.Size}, lang)
	if err != nil {
		return nil, err
	}
	if broken = append(broken, in.check(made, payment, lang)...); len(broken) > 0 {
		return nil, &ValidationError{Violations: broken}
	}
	if !in.Invoice {
		return c.payCodeBatch(ctx, made, payment, meta)
	}
	var ordered *CodeBatch
	err = c.tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		if err := professionalThere(ctx, q, made.row.ProfessionalID); err != nil {
			return err
		}
		if err := c.insertCodeBatch(ctx, q, made, actorProfessional); err != nil {
			return err
		}
		if ordered, err = readCodeBatch(ctx, q, professionalID, made.row.ID.String()); err != nil {
			return err
		}
		return claim.store(ctx, q, ordered)
	})
	if err != nil {
		return nil, err
	}
	c.cfg.Log.Info("codes ordered by invoice", "batch", made.row.ID)
	return ordered, nil
}

// payment is the purchase as the attempt machine takes payments.
func (in CodePurchaseInput) payment() PaymentInput {
	return PaymentInput{Order: OrderChoice{PackageID: in.PackageID}, Payment: PaymentDetails{
		AmountDisplayed: in.AmountDisplayed, PaymentType: in.PaymentType, Nonce: in.Nonce,
		CardHolderName: in.CardHolderName, DeviceData: in.DeviceData,
	}}
}

// check gives the rules of paying that a purchase breaks.
func (in CodePurchaseInput) check(made newBatch, payment PaymentInput, lang string) Violations {
	var broken Violations
	if made.pkg != nil && in.AmountDisplayed != "" {
		total, err := made.pkg.Price.Mul(int64(in.Size))
		if err != nil || in.AmountDisplayed != total.Decimal() {
			broken = append(broken, violation("pricing", CodeBatchPriceChanged, lang, map[string]any{"total": total.Format(lang)}))
		}
	}
	if in.Invoice {
		return broken
	}
	if strings.TrimSpace(in.Nonce.Reveal()) == "" {
		broken = append(broken, violation("nonce", codePaymentMethodMissing, lang, nil))
	}
	if len([]rune(payment.Payment.CardHolderName)) > maxCardHolder {
		broken = append(broken, violation("cardHolderName", codePaymentHolderLong, lang, nil))
	}
	return broken
}

// professionalThere refuses an id that is no professional's, before a foreign key does.
func professionalThere(ctx context.Context, q *db.Queries, id uuid.UUID) error {
	_, err := q.GetProfessional(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return CodeBatchUnknown
	}
	if err != nil {
		return fmt.Errorf("professional of purchase: %w", err)
	}
	return nil
}
