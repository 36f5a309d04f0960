package letters

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/letter"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/mailer"
)

// SendCodesExpiring tells a professional how many codes of a batch expire unused, and when. Where none is
// left by the time that the mail is made, or they have expired, there is nothing to tell.
func (c *Client) SendCodesExpiring(ctx context.Context, task job.CodeExpiryMailJob) error {
	id, err := uuid.Parse(task.BatchID)
	if err != nil {
		return fmt.Errorf("code expiry mail: id: %w", err)
	}
	key := fmt.Sprintf("code_expiry/%s/%d", task.BatchID, task.Notice)
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	unused, err := c.core.Q.CountUnusedCodes(ctx, id)
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
	if !c.core.Now().Before(of.batch.ExpiresAt) {
		return nil
	}
	w := of.words
	args := map[string]any{"product": c.core.Site.Product, "package": of.pkg, "date": w.Date(of.batch.ExpiresAt)}
	return c.deliver(ctx, mailer.MailCodesExpiring, key, of.to, letter.Letter{
		Subject: w.In("mail_expiring_subject", args), Heading: w.In("mail_expiring_heading", args),
		Paragraphs: []string{w.Hello(of.to.firstName), w.In("mail_expiring_intro", args), w.In("mail_expiring_how", args)},
		Rows: []letter.Row{
			{Label: w.In("mail_expiring_unused", nil), Value: fmt.Sprint(unused), Strong: true},
			{Label: w.In("mail_code_package", nil), Value: of.pkg}, {Label: w.In("mail_code_until", nil), Value: w.Date(of.batch.ExpiresAt)},
			{Label: w.In("mail_codes_batch", nil), Value: task.BatchID},
		},
	}, "")
}
