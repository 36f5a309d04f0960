package sdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// CodeBatchPaying is the fault of touching a batch whose card payment isn't decided yet.
var CodeBatchPaying = NewFault(FaultConflict, "code_batch_paying", nil)

// ActivateCodeBatch makes a batch's codes good, at an operator's word: its invoice is paid. The professional
// is told by mail. Doing it twice changes nothing. Faults: [CodeBatchUnknown], [CodeBatchWasRevoked],
// [CodeBatchPaying] for a batch that a card pays.
func (c *Client) ActivateCodeBatch(ctx context.Context, batchID string) (*CodeBatch, error) {
	id, err := uuid.Parse(batchID)
	if err != nil {
		return nil, CodeBatchUnknown
	}
	var owner uuid.UUID
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		batch, err := q.LockCodeBatch(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return CodeBatchUnknown
		}
		if err != nil {
			return fmt.Errorf("lock code batch: %w", err)
		}
		owner = batch.ProfessionalID
		switch {
		case batch.State == string(CodeBatchRevoked):
			return CodeBatchWasRevoked
		case batch.State == string(CodeBatchActive):
			return nil
		case batch.PaidBy != string(CodePaymentInvoice):
			return CodeBatchPaying
		}
		return c.activateCodeBatch(ctx, q, tx, id, actorOperator)
	})
	if err != nil {
		return nil, err
	}
	return c.CodeBatch(ctx, owner.String(), batchID)
}

// activateCodeBatch makes a locked batch's codes good and enqueues the mail that says so.
func (c *Client) activateCodeBatch(ctx context.Context, q *db.Queries, tx pgx.Tx, batch uuid.UUID, actor string) error {
	n, err := q.SetCodeBatchActive(ctx, c.now(), batch)
	if err != nil {
		return fmt.Errorf("activate code batch: %w", err)
	}
	if n == 0 {
		return CodeBatchWasRevoked
	}
	if err := c.batchEvent(ctx, q, batch, nil, batchActivated, actor); err != nil {
		return err
	}
	return c.enqueue(ctx, tx, CodeBatchMailJob{BatchID: batch.String()}, JobOptions{Unique: true})
}

// RevokeCodeBatch ends a batch: codes that nobody used are revoked. One that an order holds right now is
// the order's; it is revoked when the order gives it back. Doing it twice changes nothing. Faults:
// [CodeBatchUnknown], [CodeBatchPaying] while its payment isn't decided.
func (c *Client) RevokeCodeBatch(ctx context.Context, professionalID, batchID string) (*CodeBatch, error) {
	batch, err := c.CodeBatch(ctx, professionalID, batchID)
	if err != nil {
		return nil, err
	}
	id := uuid.MustParse(batch.ID)
	err = c.tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		if _, err := q.LockCodeBatch(ctx, id); err != nil {
			return fmt.Errorf("lock code batch: %w", err)
		}
		paying, err := q.CodeBatchIsBeingPaid(ctx, id)
		if err != nil {
			return fmt.Errorf("code batch's payment: %w", err)
		}
		if paying {
			return CodeBatchPaying
		}
		return c.endCodeBatch(ctx, q, id, batchRevoked, actorProfessional)
	})
	if err != nil {
		return nil, err
	}
	return c.CodeBatch(ctx, professionalID, batchID)
}

// endCodeBatch revokes a batch and its unused codes, and writes down why. One that has ended stays as it is.
func (c *Client) endCodeBatch(ctx context.Context, q *db.Queries, batch uuid.UUID, why, actor string) error {
	now := c.now()
	n, err := q.SetCodeBatchRevoked(ctx, now, batch)
	if err != nil {
		return fmt.Errorf("revoke code batch: %w", err)
	}
	if n == 0 {
		return nil
	}
	if _, err := q.RevokeBatchCodes(ctx, now, batch); err != nil {
		return fmt.Errorf("revoke subscription codes: %w", err)
	}
	return c.batchEvent(ctx, q, batch, nil, why, actor)
}

// RevokeSubscriptionCode ends one code of a batch. Faults: [CodeBatchUnknown] for a batch or code of
// another, [SubscriptionCodeGone] for one that is held, used, revoked or expired.
func (c *Client) RevokeSubscriptionCode(ctx context.Context, professionalID, batchID, codeID string) error {
	batch, err := c.CodeBatch(ctx, professionalID, batchID)
	if err != nil {
		return err
	}
	id, err := uuid.Parse(codeID)
	if err != nil {
		return CodeBatchUnknown
	}
	return c.tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		batchID := uuid.MustParse(batch.ID)
		n, err := q.RevokeCode(ctx, c.now(), id, batchID)
		if err != nil {
			return fmt.Errorf("revoke subscription code: %w", err)
		}
		if n == 0 {
			return SubscriptionCodeGone
		}
		return c.batchEvent(ctx, q, batchID, &id, batchCodeRevoked, actorProfessional)
	})
}

// ExpireSubscriptionCodes marks unused codes whose time is over, at most 1,000 a call, and says how many.
// They pay for nothing from the moment they expire, marked or not; the mark is for listings.
func (c *Client) ExpireSubscriptionCodes(ctx context.Context) (int, error) {
	const most = 1000
	n, err := c.q.ExpireCodes(ctx, c.now(), most)
	if err != nil {
		return 0, fmt.Errorf("expire subscription codes: %w", err)
	}
	return int(n), nil
}
