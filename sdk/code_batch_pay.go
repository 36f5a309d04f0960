package sdk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// payCodeBatch takes a purchase through the attempt machine: reserve, say that it is being sent, send, write
// down the answer. The batch becomes active with its order, in one transaction.
func (c *Client) payCodeBatch(ctx context.Context, made newBatch, in PaymentInput, meta CallMeta) (*CodeBatch, error) {
	owner := made.row.ProfessionalID.String()
	if err := c.paymentClosed(ctx, owner, meta.ClientAddr); err != nil {
		return nil, err
	}
	a, order, standing, err := c.beginCodeBatch(ctx, &made, in, meta)
	if err != nil {
		return nil, err
	}
	if standing { // sent before: what became of it is all there is to say
		return c.standingPurchase(ctx, owner, a, made.row.ID.String(), meta.Lang)
	}
	sent, err := c.sendAttempt(ctx, &a)
	if err != nil {
		return nil, err
	}
	if !sent { // the sweep took this process for dead and gave the attempt up: nothing was sent
		return nil, declined(codePaymentSuperseded, text.Language(meta.Lang))
	}
	t, callErr := c.authorize(ctx, a, order, in)
	if err := c.concludeCodeBatch(ctx, owner, a, t, callErr, meta); err != nil {
		return nil, err
	}
	return c.CodeBatch(context.WithoutCancel(ctx), owner, made.row.ID.String())
}

// beginCodeBatch writes batch, order and attempt in one transaction. Where the same purchase was sent
// before, it gives that attempt and points made at its batch instead.
func (c *Client) beginCodeBatch(ctx context.Context, made *newBatch, in PaymentInput, meta CallMeta) (a db.PaymentAttempt, order db.Order, standing bool, err error) {
	key := nameOf("payment key", "code_batch", made.row.ProfessionalID.String(), meta.IdempotencyKey)
	account, ok := c.cfg.Payment.MerchantAccount(made.pkg.Currency())
	if !ok {
		return a, order, false, PaymentUnavailable
	}
	made.row.PaidBy = string(CodePaymentCard)
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		before, err := q.FindPurchaseAttempt(ctx, key)
		if err == nil {
			a, standing, made.row.ID = before.PaymentAttempt, true, *before.CodeBatchID
			return nil
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("purchase of this key: %w", err)
		}
		professional, err := q.GetProfessional(ctx, made.row.ProfessionalID)
		if errors.Is(err, pgx.ErrNoRows) {
			return CodeBatchUnknown
		}
		if err != nil {
			return fmt.Errorf("professional of purchase: %w", err)
		}
		buyer, err := q.GetAccount(ctx, professional.AccountID)
		if err != nil {
			return fmt.Errorf("account of purchase: %w", err)
		}
		if err := c.insertCodeBatch(ctx, q, *made, actorProfessional); err != nil {
			return err
		}
		params, err := codeBatchOrder(*made, int(made.row.Size), in.Payment.PaymentType, orEmpty(buyer.Country), buyer.Locale)
		if err != nil {
			return err
		}
		if err := q.InsertCodeBatchOrder(ctx, params); err != nil {
			return fmt.Errorf("insert order of code batch: %w", err)
		}
		if order, err = q.GetOrder(ctx, params.ID); err != nil {
			return fmt.Errorf("order of code batch: %w", err)
		}
		a, err = c.insertPurchaseAttempt(ctx, q, tx, order, purchaseTry{
			account: account, method: in.Payment.PaymentType, nonce: in.Payment.Nonce, key: key, payer: orEmpty(buyer.EmailKey),
		})
		return err
	})
	return a, order, standing, paymentConflict(err, meta.Lang)
}

// purchaseTry is what an attempt of a purchase has beside its order.
type purchaseTry struct {
	account string // merchant account
	method  PaymentType
	nonce   Secret
	key     []byte     // of the call, hashed; nil for a renewal
	kept    *uuid.UUID // the kept payment method of a renewal; it has no nonce then
	payer   string
}

func (c *Client) insertPurchaseAttempt(ctx context.Context, q *db.Queries, tx pgx.Tx, order db.Order, try purchaseTry) (db.PaymentAttempt, error) {
	p := db.InsertAttemptParams{
		MerchantAccountID: try.account, PaymentType: string(try.method),
		PaymentMethodID: try.kept, PayerHash: c.keys.mac("payment payer", try.payer), IdempotencyHash: try.key,
	}
	if try.kept == nil {
		p.NonceHash = c.nonceHash(try.nonce)
	}
	return c.openAttempt(ctx, q, tx, order, p)
}

// standingPurchase answers a purchase that was sent before: its batch, or why it was refused.
func (c *Client) standingPurchase(ctx context.Context, owner string, a db.PaymentAttempt, batchID, lang string) (*CodeBatch, error) {
	state := AttemptState(a.State)
	switch {
	case state == AttemptDeclined:
		return nil, declined(text.Code(orEmpty(a.DeclineCode)), text.Language(lang))
	case state.Live(): // being confirmed, or paid
		return c.CodeBatch(ctx, owner, batchID)
	}
	return nil, declined(codePaymentSuperseded, text.Language(lang))
}

// concludeCodeBatch writes down what the provider answered. Whatever isn't provably a yes or a no leaves the
// batch awaiting payment, and the reconciler finds out.
func (c *Client) concludeCodeBatch(ctx context.Context, owner string, a db.PaymentAttempt, t GatewayTransaction, callErr error, meta CallMeta) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	var decline *GatewayDecline
	switch {
	case errors.As(callErr, &decline):
		refused, err := c.concludeDecline(ctx, a, decline, text.Language(meta.Lang))
		if err != nil {
			c.cfg.Log.Error("decline not written down", "attempt", a.ID, "error", err)
			return nil
		}
		if err := errors.Join(c.countDecline(ctx, c.q, owner), c.countAddressDecline(ctx, meta.ClientAddr)); err != nil {
			return err
		}
		return refused
	case callErr == nil && t.ID != "" && matches(a, t) && (t.Status == GatewayAuthorized || t.Status.Captured()):
		if err := c.place(ctx, a, t, "", nil); err != nil {
			c.cfg.Log.Error("payment not written down", "attempt", a.ID, "error", err)
		}
		return nil
	}
	c.cfg.Log.Warn("payment outcome unknown", "attempt", a.ID, "status", t.Status, "error", callErr)
	if err := c.loseAttempt(ctx, a); err != nil {
		c.cfg.Log.Error("unknown payment not written down", "attempt", a.ID, "error", err)
	}
	return nil
}

// placeCodeBatch is the purpose's place of batches: it makes their codes good.
func (c *Client) placeCodeBatch(ctx context.Context, q *db.Queries, tx pgx.Tx, held *heldOutcome, _ GatewayTransaction, _ string) (any, error) {
	order := held.order
	batch, err := q.LockCodeBatch(ctx, *order.CodeBatchID)
	if err != nil {
		return nil, fmt.Errorf("batch of order: %w", err)
	}
	professional, err := q.GetProfessional(ctx, batch.ProfessionalID)
	if err != nil {
		return nil, fmt.Errorf("professional of batch: %w", err)
	}
	now := c.now()
	n, err := q.PlaceOrder(ctx, &professional.AccountID, nil, &now, order.ID)
	if err != nil {
		return nil, fmt.Errorf("place order: %w", err)
	}
	if n == 0 {
		return nil, fmt.Errorf("place order %s: it isn't pending", order.ID)
	}
	order.State, order.PlacedAt, order.AccountID = string(OrderPlaced), &now, &professional.AccountID
	receipt, err := payerReceipt(order, &held.PaymentAttempt)
	if err != nil {
		return nil, err
	}
	receipt.EndsAt = batch.ExpiresAt.UTC().Format(time.RFC3339)
	if _, err := insertReceipt(ctx, q, order, professional.AccountID, receiptPayer, receipt); err != nil {
		return nil, err
	}
	if err := c.activateCodeBatch(ctx, q, tx, batch.ID, actorSystem); err != nil {
		return nil, err
	}
	return nil, c.enqueue(ctx, tx, CaptureJob{AttemptID: held.ID.String()}, JobOptions{})
}

// followCodeBatch ends the batch of a purchase whose money isn't there, or isn't any more: codes that nobody
// has used don't pay from then on.
func (c *Client) followCodeBatch(ctx context.Context, q *db.Queries, _ pgx.Tx, held *heldOutcome, _, _ attemptRule) error {
	order := held.order
	switch AttemptState(held.State) {
	case AttemptAborted, AttemptDeclined, AttemptAbsent, AttemptSuperseded, AttemptVoided, AttemptExpired,
		AttemptSettlementDeclined, AttemptRefunded, AttemptDisputed:
	default:
		return nil
	}
	if order.State == string(OrderPending) {
		if err := q.CancelOrder(ctx, c.now(), order.ID); err != nil {
			return fmt.Errorf("cancel order: %w", err)
		}
	}
	if _, err := q.LockCodeBatch(ctx, *order.CodeBatchID); err != nil {
		return fmt.Errorf("batch of order: %w", err)
	}
	return c.endCodeBatch(ctx, q, *order.CodeBatchID, batchPaymentFailed, actorSystem)
}
