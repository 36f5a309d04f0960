package batches

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/job"
)

// expiryNotices are how long before unused codes expire their owner is told, in this order.
var expiryNotices = [...]time.Duration{30 * 24 * time.Hour, 7 * 24 * time.Hour}

// noticeBatch is how many batches one transaction takes.
const noticeBatch = 100

// NoticeExpiring implements [codes.Client].
func (c *Engine) NoticeExpiring(ctx context.Context) (int, error) {
	total := 0
	for notice := len(expiryNotices); notice >= 1; notice-- {
		for {
			n, err := c.noticeExpiringCodes(ctx, notice)
			total += n
			if err != nil {
				return total, err
			}
			if n < noticeBatch {
				break
			}
		}
	}
	return total, nil
}

func (c *Engine) noticeExpiringCodes(ctx context.Context, notice int) (n int, err error) {
	number := int16(notice) //nolint:gosec // one or two
	err = c.core.Tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		now := c.core.Now()
		ids, err := q.PickBatchesToNotice(ctx, number, now, now.Add(expiryNotices[notice-1]), noticeBatch)
		if err != nil {
			return fmt.Errorf("pick batches that expire: %w", err)
		}
		for _, id := range ids {
			if err := q.MarkBatchNoticed(ctx, number, id); err != nil {
				return fmt.Errorf("mark batch as noticed: %w", err)
			}
			if err := c.batchEvent(ctx, q, id, nil, batchExpiryNoticed, core.ActorSystem); err != nil {
				return err
			}
			task := job.CodeExpiryMailJob{BatchID: id.String(), Notice: notice}
			if err := c.core.Enqueue(ctx, tx, task, job.Options{Unique: true}); err != nil {
				return err
			}
		}
		n = len(ids)
		return nil
	})
	return n, err
}
