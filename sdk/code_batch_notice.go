package sdk

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/letter"
)

// expiryNotices are how long before unused codes expire their owner is told, in this order.
var expiryNotices = [...]time.Duration{30 * 24 * time.Hour, 7 * 24 * time.Hour}

// noticeBatch is how many batches one transaction takes.
const noticeBatch = 100

// MailCodesExpiring is the mail that tells a professional that unused codes are about to expire.
const MailCodesExpiring MailKind = "codes_expiring"

// CodeExpiryJob looks for codes that are about to expire unused.
type CodeExpiryJob struct{}

// Kind names the job.
func (CodeExpiryJob) Kind() string { return "code_expiry" }

// CodeExpiryMailJob tells a professional that codes of a batch are about to expire unused.
type CodeExpiryMailJob struct {
	BatchID string `json:"batchId"`
	Notice  int    `json:"notice"` // the first or the second
}

// Kind names the job.
func (CodeExpiryMailJob) Kind() string { return "mail_code_expiry" }

// NoticeExpiringCodes leaves a mail for the owner of each batch with unused codes 30 and 7 days before they
// expire, and writes it into the batch's trail. It gives how many mails there will be. A batch that gets
// here late gets the last notice alone.
func (c *Client) NoticeExpiringCodes(ctx context.Context) (int, error) {
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

func (c *Client) noticeExpiringCodes(ctx context.Context, notice int) (n int, err error) {
	number := int16(notice) //nolint:gosec // one or two
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		now := c.now()
		ids, err := q.PickBatchesToNotice(ctx, number, now, now.Add(expiryNotices[notice-1]), noticeBatch)
		if err != nil {
			return fmt.Errorf("pick batches that expire: %w", err)
		}
		for _, id := range ids {
			if err := q.MarkBatchNoticed(ctx, number, id); err != nil {
				return fmt.Errorf("mark batch as noticed: %w", err)
			}
			if err := c.batchEvent(ctx, q, id, nil, batchExpiryNoticed, actorSystem); err != nil {
				return err
			}
			job := CodeExpiryMailJob{BatchID: id.String(), Notice: notice}
			if err := c.enqueue(ctx, tx, job, JobOptions{Unique: true}); err != nil {
				return err
			}
		}
		n = len(ids)
		return nil
	})
	return n, err
}

// MailCodesExpiring tells a professional how many codes of a batch expire unused, and when. Where none is
// left by the time that the mail is made there is nothing to tell.
func (c *Client) MailCodesExpiring(ctx context.Context, job CodeExpiryMailJob) error {
	id, err := uuid.Parse(job.BatchID)
	if err != nil {
		return fmt.Errorf("code expiry mail: id: %w", err)
	}
	key := fmt.Sprintf("code_expiry/%s/%d", job.BatchID, job.Notice)
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	unused, err := c.q.CountUnusedCodes(ctx, id)
	if err != nil {
		return fmt.Errorf("code expiry mail: %w", err)
	}
	if unused == 0 {
		return nil
	}
	of, err := c.batchMailing(ctx, id)
	if err != nil {
		return err
	}
	w := of.words
	args := map[string]any{"product": ProductName, "package": of.pkg, "date": w.date(of.batch.ExpiresAt)}
	return c.deliver(ctx, MailCodesExpiring, key, of.to, letter.Letter{
		Subject: w.in("mail_expiring_subject", args), Heading: w.in("mail_expiring_heading", args),
		Paragraphs: []string{w.hello(of.to.firstName), w.in("mail_expiring_intro", args), w.in("mail_expiring_how", args)},
		Rows: []letter.Row{
			{Label: w.in("mail_expiring_unused", nil), Value: fmt.Sprint(unused), Strong: true},
			{Label: w.in("mail_code_package", nil), Value: of.pkg}, {Label: w.in("mail_code_until", nil), Value: w.date(of.batch.ExpiresAt)},
			{Label: w.in("mail_codes_batch", nil), Value: job.BatchID},
		},
	}, "")
}
