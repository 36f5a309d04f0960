package batches

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
)

// Activate implements [codes.Client].
func (c *Engine) Activate(ctx context.Context, batchID string) (*codes.Batch, error) {
	id, err := uuid.Parse(batchID)
	if err != nil {
		return nil, codes.BatchUnknown
	}
	var owner uuid.UUID
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		batch, err := tx.LockCodeBatch(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return codes.BatchUnknown
		}
		if err != nil {
			return fmt.Errorf("lock code batch: %w", err)
		}
		owner = batch.ProfessionalID
		switch {
		case batch.State == string(codes.BatchRevoked):
			return codes.BatchWasRevoked
		case batch.State == string(codes.BatchActive):
			return nil
		case batch.PaidBy != string(codes.PaymentInvoice):
			return codes.BatchPaying
		}
		return c.activateCodeBatch(ctx, tx, id, core.ActorOperator)
	})
	if err != nil {
		return nil, err
	}
	return c.Batch(ctx, owner.String(), batchID)
}

// activateCodeBatch makes a locked batch's codes valid and enqueues the mail about it.
func (c *Engine) activateCodeBatch(ctx context.Context, tx *pg.Tx, batch uuid.UUID, actor string) error {
	n, err := tx.SetCodeBatchActive(ctx, c.core.Now(), batch)
	if err != nil {
		return fmt.Errorf("activate code batch: %w", err)
	}
	if n == 0 {
		return codes.BatchWasRevoked
	}
	if err := c.batchEvent(ctx, tx.Queries, db.InsertCodeBatchEventParams{BatchID: batch, Kind: batchActivated, Actor: actor}); err != nil {
		return err
	}
	tx.Enqueue(email.CodeBatchJob{BatchID: batch.String()}, job.Options{Unique: true})
	return nil
}

// RevokeBatch implements [codes.Client].
func (c *Engine) RevokeBatch(ctx context.Context, professionalID, batchID string) (*codes.Batch, error) {
	batch, err := c.Batch(ctx, professionalID, batchID)
	if err != nil {
		return nil, err
	}
	id := uuid.MustParse(batch.ID)
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		if _, err := tx.LockCodeBatch(ctx, id); err != nil {
			return fmt.Errorf("lock code batch: %w", err)
		}
		paying, err := tx.CodeBatchIsBeingPaid(ctx, id)
		if err != nil {
			return fmt.Errorf("code batch's payment: %w", err)
		}
		if paying {
			return codes.BatchPaying
		}
		return c.endCodeBatch(ctx, tx.Queries, id, batchRevoked, actorProfessional)
	})
	if err != nil {
		return nil, err
	}
	return c.Batch(ctx, professionalID, batchID)
}

// endCodeBatch revokes a batch and its unused codes, and stores the reason. A batch that has ended doesn't change.
func (c *Engine) endCodeBatch(ctx context.Context, q *db.Queries, batch uuid.UUID, why, actor string) error {
	now := c.core.Now()
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
	return c.batchEvent(ctx, q, db.InsertCodeBatchEventParams{BatchID: batch, Kind: why, Actor: actor})
}

// Revoke implements [codes.Client].
func (c *Engine) Revoke(ctx context.Context, professionalID, batchID, codeID string) error {
	batch, err := c.Batch(ctx, professionalID, batchID)
	if err != nil {
		return err
	}
	id, err := uuid.Parse(codeID)
	if err != nil {
		return codes.BatchUnknown
	}
	return c.core.Tx(ctx, func(tx *pg.Tx) error {
		batchID := uuid.MustParse(batch.ID)
		n, err := tx.RevokeCode(ctx, c.core.Now(), id, batchID)
		if err != nil {
			return fmt.Errorf("revoke subscription code: %w", err)
		}
		if n == 0 {
			return unrevocable(ctx, tx.Queries, batchID, id)
		}
		return c.batchEvent(ctx, tx.Queries, db.InsertCodeBatchEventParams{BatchID: batchID, CodeID: &id, Kind: batchCodeRevoked, Actor: actorProfessional})
	})
}

// unrevocable returns the reason why a code wasn't revoked: the batch has no such code, or the code isn't available.
func unrevocable(ctx context.Context, q *db.Queries, batchID, codeID uuid.UUID) error {
	issued, err := q.ListBatchCodes(ctx, batchID)
	if err != nil {
		return fmt.Errorf("codes of batch: %w", err)
	}
	if !slices.ContainsFunc(issued, func(c db.ListBatchCodesRow) bool { return c.SubscriptionCode.ID == codeID }) {
		return codes.BatchUnknown
	}
	return codes.SubscriptionCodeGone
}

// Expire marks unused codes that have expired, at most 1,000 per call, and returns their number. Expired codes are rejected even without the mark,
// which is for listings.
func (c *Engine) Expire(ctx context.Context) (int, error) {
	const most = 1000
	n, err := c.core.Q.ExpireCodes(ctx, c.core.Now(), most)
	if err != nil {
		return 0, fmt.Errorf("expire subscription codes: %w", err)
	}
	return int(n), nil
}
