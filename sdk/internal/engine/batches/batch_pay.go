package batches

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/text"
)

// payCodeBatch pays a purchase through the attempt machine: reserve, commit that it is about to be sent, send, store the response. The batch becomes
// active with its order, in one transaction.
func (c *Engine) payCodeBatch(ctx context.Context, made newBatch, in payment.Input, meta caller.Meta) (*codes.Batch, error) {
	owner := made.row.ProfessionalID.String()
	if err := c.payment.MayPayKnown(ctx, owner); err != nil {
		return nil, err
	}
	a, o, standing, err := c.beginCodeBatch(ctx, &made, in, meta)
	if err != nil {
		return nil, err
	}
	if standing { // sent before
		return c.standingPurchase(ctx, owner, a, made.row.ID.String(), meta.Lang)
	}
	sent, err := c.payment.SendAttempt(ctx, &a)
	if err != nil {
		return nil, err
	}
	if !sent { // the sweep assumed that this process was dead and gave up the attempt: nothing was sent
		return nil, payments.Refusal(payments.CodePaymentSuperseded, text.Language(meta.Lang))
	}
	held, err := c.payment.Authorize(ctx, a, o.Order, made.payer, in)
	if err := c.concludeCodeBatch(ctx, owner, payments.Sent{Attempt: a, Transaction: held, Err: err}, meta); err != nil {
		return nil, err
	}
	return c.Batch(context.WithoutCancel(ctx), owner, made.row.ID.String())
}

// beginCodeBatch inserts batch, order and attempt in one transaction. If the same purchase was sent before, it returns that attempt and sets made's
// id to its batch.
func (c *Engine) beginCodeBatch(ctx context.Context, made *newBatch, in payment.Input, meta caller.Meta) (a db.PaymentAttempt, placed orders.Priced, standing bool, err error) {
	key := payments.CallHash(made.row.ProfessionalID.String(), meta.IdempotencyKey)
	account, err := c.payment.MerchantAccount(made.pkg.Currency())
	if err != nil {
		return a, placed, false, err
	}
	made.row.PaidBy = string(codes.PaymentCard)
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		a, placed, standing = db.PaymentAttempt{}, orders.Priced{}, false
		before, err := tx.FindPurchaseAttempt(ctx, key)
		if err == nil {
			a, standing, made.row.ID = before.PaymentAttempt, true, *before.CodeBatchID
			return nil
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("purchase of this key: %w", err)
		}
		professional, err := tx.GetProfessional(ctx, made.row.ProfessionalID)
		if errors.Is(err, pgx.ErrNoRows) {
			return codes.BatchUnknown
		}
		if err != nil {
			return fmt.Errorf("professional of purchase: %w", err)
		}
		buyer, err := c.core.Account(ctx, tx.Queries, professional.AccountID)
		if err != nil {
			return fmt.Errorf("account of purchase: %w", err)
		}
		made.payer = payments.Payer{Email: buyer.Person.Email, Customer: gateway.Customer{FirstName: buyer.Person.FirstName, LastName: buyer.Person.LastName}}
		if err := c.insertCodeBatch(ctx, tx.Queries, *made, actorProfessional); err != nil {
			return err
		}
		if placed, err = codeBatchOrder(*made, int(made.row.Size), in.Payment.PaymentType, pg.OrEmpty(buyer.Country), buyer.Locale); err != nil {
			return err
		}
		placed.Zone = buyer.Person.TimeZone
		if placed, err = orders.Save(ctx, tx.Queries, placed, made.row.CreatedAt); err != nil {
			return err
		}
		a, err = c.payment.InsertPurchaseAttempt(ctx, tx.Queries, placed.Order, payments.PurchaseTry{
			Account: account, Method: in.Payment.PaymentType, Nonce: in.Payment.Nonce, Key: key,
		})
		return err
	})
	return a, placed, standing, payments.Conflict(err, meta.Lang)
}

// standingPurchase returns the result of a purchase that was sent before: its batch or the refusal.
func (c *Engine) standingPurchase(ctx context.Context, owner string, a db.PaymentAttempt, batchID, lang string) (*codes.Batch, error) {
	state := payment.AttemptState(a.State)
	switch {
	case state == payment.AttemptDeclined:
		return nil, payments.Refusal(text.Code(pg.OrEmpty(a.DeclineCode)), text.Language(lang))
	case payments.IsLive(state): // being confirmed, or paid
		return c.Batch(ctx, owner, batchID)
	}
	return nil, payments.Refusal(payments.CodePaymentSuperseded, text.Language(lang))
}

// concludeCodeBatch stores the provider's response. While the outcome is unknown, the batch awaits payment.
func (c *Engine) concludeCodeBatch(ctx context.Context, owner string, sent payments.Sent, meta caller.Meta) error {
	concluded, err := c.payment.Conclude(ctx, sent, payments.Tried{Payer: owner, Meta: meta}, nil)
	if err != nil {
		c.core.Log.Error("payment not stored", "attempt", sent.Attempt.ID, "error", err)
		return nil
	}
	if concluded.Refused == nil { // a nil pointer isn't a nil error
		return nil
	}
	return concluded.Refused
}

// PlaceCodeBatch implements Place of the purpose code_batch: it makes the batch's codes valid.
func (c *Engine) PlaceCodeBatch(ctx context.Context, tx *pg.Tx, held *payments.HeldOutcome, _ gateway.Transaction, _ string) (any, error) {
	placed := held.Priced()
	batch, err := tx.LockCodeBatch(ctx, *placed.CodeBatchID)
	if err != nil {
		return nil, fmt.Errorf("batch of order: %w", err)
	}
	professional, err := tx.GetProfessional(ctx, batch.ProfessionalID)
	if err != nil {
		return nil, fmt.Errorf("professional of batch: %w", err)
	}
	now := c.core.Now()
	n, err := tx.PlaceOrder(ctx, &professional.AccountID, nil, &now, placed.ID)
	if err != nil {
		return nil, fmt.Errorf("place order: %w", err)
	}
	if n == 0 {
		return nil, fmt.Errorf("place order %s: it isn't pending", placed.ID)
	}
	placed.PlacedAt = &now
	receipt, err := orders.PayerReceipt(placed, &held.PaymentAttempt, batch.ExpiresAt, c.core.Site.Seller)
	if err != nil {
		return nil, err
	}
	if _, err := orders.InsertReceipt(ctx, tx.Queries, placed.Order, &professional.AccountID, orders.ReceiptPayer, receipt); err != nil {
		return nil, err
	}
	if err := c.activateCodeBatch(ctx, tx, batch.ID, core.ActorSystem); err != nil {
		return nil, err
	}
	tx.Enqueue(job.CaptureJob{AttemptID: held.ID.String()}, job.Options{})
	return nil, nil
}

// FollowCodeBatch implements Follow of the purpose code_batch. It ends the batch of a purchase that wasn't paid or no longer is. Its unused codes are
// rejected from then on.
func (c *Engine) FollowCodeBatch(ctx context.Context, tx *pg.Tx, held *payments.HeldOutcome, _, _ payments.AttemptRule) error {
	placed := held.Order
	if held.KeepsBought {
		return nil
	}
	switch payments.StateOf(held.PaymentAttempt) {
	case payment.AttemptAborted, payment.AttemptDeclined, payment.AttemptAbsent, payment.AttemptSuperseded, payment.AttemptVoided, payment.AttemptExpired,
		payment.AttemptSettlementDeclined, payment.AttemptRefunded, payment.AttemptDisputed, payment.AttemptLost:
	default:
		return nil
	}
	if placed.State == string(order.Pending) {
		if err := tx.CancelOrder(ctx, c.core.Now(), placed.ID); err != nil {
			return fmt.Errorf("cancel order: %w", err)
		}
	}
	if _, err := tx.LockCodeBatch(ctx, *placed.CodeBatchID); err != nil {
		return fmt.Errorf("batch of order: %w", err)
	}
	return c.endCodeBatch(ctx, tx.Queries, *placed.CodeBatchID, batchPaymentFailed, core.ActorSystem)
}
