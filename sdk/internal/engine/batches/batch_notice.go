package batches

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
)

// expiryNotices are the times before the expiry of unused codes at which their owner gets a mail, in this order.
var expiryNotices = [...]time.Duration{30 * 24 * time.Hour, 7 * 24 * time.Hour}

// noticeBatch is the number of batches per transaction.
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
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		now := c.core.Now()
		ids, err := tx.PickBatchesToNotice(ctx, number, now, now.Add(expiryNotices[notice-1]), noticeBatch)
		if err != nil {
			return fmt.Errorf("pick batches that expire: %w", err)
		}
		for _, id := range ids {
			if err := tx.MarkBatchNoticed(ctx, number, id); err != nil {
				return fmt.Errorf("mark batch as noticed: %w", err)
			}
			if err := c.batchEvent(ctx, tx.Queries, db.InsertCodeBatchEventParams{BatchID: id, Kind: batchExpiryNoticed, Actor: core.ActorSystem}); err != nil {
				return err
			}
			task := email.CodesExpiringJob{BatchID: id.String(), Notice: notice}
			tx.Enqueue(task, job.Options{Unique: true})
		}
		n = len(ids)
		return nil
	})
	return n, err
}
