package codes

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// PurchaseInput buys a batch of codes: with a nonce of the payment provider, or by invoice.
type PurchaseInput struct {
	PackageID       int                 `json:"packageId" doc:"Not a custom one"`
	Size            int                 `json:"size" doc:"1 to 500"`
	Invoice         bool                `json:"invoice,omitempty" doc:"Pay by invoice: the codes are good once an operator has seen the money"`
	AmountDisplayed string              `json:"amountDisplayed,omitempty" doc:"What the buyer expects to pay, decimal: where the price is another, nothing is charged (field pricing)"`
	Nonce           secret.Secret       `json:"nonce,omitempty" doc:"Required unless by invoice"`
	PaymentType     gateway.PaymentType `json:"paymentType,omitempty" enum:"CREDIT_CARD,PAYPAL,VENMO,APPLE_PAY"`
	CardHolderName  string              `json:"cardHolderName,omitempty"`
	DeviceData      secret.Secret       `json:"deviceData,omitempty"`
}

// Unfinished reports whether the answer may still change. Such an answer isn't stored under the idempotency key: the same
// call sent again asks again.
func (b *Batch) Unfinished() bool {
	return b != nil && b.PaidBy == PaymentCard && b.State == BatchAwaitingPayment
}

// Confirming reports whether the batch's payment isn't known yet: ask again, or send the same call again.
func (b *Batch) Confirming() bool { return b.Unfinished() }

// Buy buys a batch of codes for a professional. Paid with a nonce, it is active immediately, or awaits
// payment while the provider's answer isn't known (see [Batch.Confirming]); then meta.IdempotencyKey is
// required, as for Pay of package checkout. By invoice it awaits [Client.Activate].
//
// Errors: [fault.ValidationError] with nothing charged: packageId, size, nonce (missing, or declined with the
// reason), cardHolderName, pricing where amountDisplayed isn't the price. Faults: [BatchUnknown] where no
// professional has the id, [payment.Invalid], [payment.Closed], [payment.Unavailable], [fault.TooManyTries],
// [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress].
func (c *Client) Buy(ctx context.Context, professionalID string, in PurchaseInput, meta caller.Meta) (*Batch, error) {
	if !in.Invoice && meta.IdempotencyKey == "" {
		return nil, fault.IdempotencyKeyInvalid
	}
	if _, err := c.core.CountEvent(ctx, c.core.Q, payment.LimitPayments, c.core.Limits.Payments, professionalID); err != nil {
		return nil, err
	}
	call := core.IdempotentCall{Scope: core.ScopeOf(core.CallBuyCodes, professionalID), Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	return core.Idempotent(ctx, c.core, call, func(claim *core.IdempotencyClaim) (*Batch, error) {
		return c.buyCodeBatch(ctx, professionalID, in, meta, claim)
	})
}

func (c *Client) buyCodeBatch(ctx context.Context, professionalID string, in PurchaseInput, meta caller.Meta, claim *core.IdempotencyClaim) (*Batch, error) {
	payment, err := in.payment().Normalise()
	if err != nil {
		return nil, err
	}
	lang := text.Language(meta.Lang)
	made, broken, err := c.newCodeBatch(ctx, BatchInput{ProfessionalID: professionalID, PackageID: in.PackageID, Size: in.Size}, lang)
	if err != nil {
		return nil, err
	}
	if broken = append(broken, in.check(made, payment, lang)...); len(broken) > 0 {
		return nil, &fault.ValidationError{Violations: broken}
	}
	if !in.Invoice {
		return c.payCodeBatch(ctx, made, payment, meta)
	}
	var ordered *Batch
	err = c.core.Tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		if err := professionalThere(ctx, q, made.row.ProfessionalID); err != nil {
			return err
		}
		if err := c.insertCodeBatch(ctx, q, made, actorProfessional); err != nil {
			return err
		}
		if ordered, err = readCodeBatch(ctx, q, professionalID, made.row.ID.String()); err != nil {
			return err
		}
		return claim.Store(ctx, q, ordered)
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("codes ordered by invoice", "batch", made.row.ID)
	return ordered, nil
}

// payment is the purchase as the attempt machine takes payments.
func (in PurchaseInput) payment() payment.Input {
	return payment.Input{Order: form.OrderChoice{PackageID: in.PackageID}, Payment: payment.Details{
		AmountDisplayed: in.AmountDisplayed, PaymentType: in.PaymentType, Nonce: in.Nonce,
		CardHolderName: in.CardHolderName, DeviceData: in.DeviceData,
	}}
}

// check returns the rules of paying that a purchase breaks.
func (in PurchaseInput) check(made newBatch, paid payment.Input, lang string) fault.Violations {
	var broken fault.Violations
	if made.pkg != nil && in.AmountDisplayed != "" {
		total, err := made.pkg.Price.Mul(int64(in.Size))
		if err != nil || in.AmountDisplayed != total.Decimal() {
			broken = append(broken, form.Violation("pricing", CodePriceChanged, lang, map[string]any{"total": total.Format(made.catalog.LocaleIn(made.pkg.Group, lang))}))
		}
	}
	if in.Invoice {
		return broken
	}
	if strings.TrimSpace(in.Nonce.Reveal()) == "" {
		broken = append(broken, form.Violation("nonce", payment.CodePaymentMethodMissing, lang, nil))
	}
	if len([]rune(paid.Payment.CardHolderName)) > payment.MaxCardHolder {
		broken = append(broken, form.Violation("cardHolderName", payment.CodePaymentHolderLong, lang, nil))
	}
	return broken
}

// professionalThere refuses an id that is no professional's, before a foreign key does.
func professionalThere(ctx context.Context, q *db.Queries, id uuid.UUID) error {
	_, err := q.GetProfessional(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return BatchUnknown
	}
	if err != nil {
		return fmt.Errorf("professional of purchase: %w", err)
	}
	return nil
}
