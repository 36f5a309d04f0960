package sdk

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// ActivateCodeBatch makes a batch's codes good: it is paid. Doing it twice changes nothing. Faults:
// [CodeBatchUnknown], [CodeBatchWasRevoked].
func (c *Client) ActivateCodeBatch(ctx context.Context, professionalID, batchID string) (*CodeBatch, error) {
	batch, err := c.CodeBatch(ctx, professionalID, batchID)
	if err != nil {
		return nil, err
	}
	if batch.State == CodeBatchRevoked {
		return nil, CodeBatchWasRevoked
	}
	if err := c.activateCodeBatch(ctx, c.q, uuid.MustParse(batch.ID)); err != nil {
		return nil, err
	}
	return c.CodeBatch(ctx, professionalID, batchID)
}

// activateCodeBatch is ActivateCodeBatch inside the transaction that places the batch's order.
func (c *Client) activateCodeBatch(ctx context.Context, q *db.Queries, batch uuid.UUID) error {
	if _, err := q.SetCodeBatchActive(ctx, c.now(), batch); err != nil {
		return fmt.Errorf("activate code batch: %w", err)
	}
	return nil
}

// RevokeCodeBatch ends a batch: codes that nobody used are revoked. One that an order holds right now is
// the order's; it is revoked when the order gives it back. Doing it twice changes nothing. Fault:
// [CodeBatchUnknown].
func (c *Client) RevokeCodeBatch(ctx context.Context, professionalID, batchID string) (*CodeBatch, error) {
	batch, err := c.CodeBatch(ctx, professionalID, batchID)
	if err != nil {
		return nil, err
	}
	id := uuid.MustParse(batch.ID)
	err = c.tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		now := c.now()
		if _, err := q.SetCodeBatchRevoked(ctx, now, id); err != nil {
			return fmt.Errorf("revoke code batch: %w", err)
		}
		if _, err := q.RevokeBatchCodes(ctx, now, id); err != nil {
			return fmt.Errorf("revoke subscription codes: %w", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c.CodeBatch(ctx, professionalID, batchID)
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
	n, err := c.q.RevokeCode(ctx, c.now(), id, uuid.MustParse(batch.ID))
	if err != nil {
		return fmt.Errorf("revoke subscription code: %w", err)
	}
	if n == 0 {
		return SubscriptionCodeGone
	}
	return nil
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
