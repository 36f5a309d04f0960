package emails

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/email"
)

// SendCodesExpiring implements [email.Client].
func (c *Engine) SendCodesExpiring(ctx context.Context, task email.CodesExpiringJob) error {
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
	if unused.Unused == 0 {
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
	l := Letter{
		Subject: w.In("mail_expiring_subject", args), Heading: w.In("mail_expiring_heading", args),
		Paragraphs: []string{w.Hello(of.to.firstName), w.In("mail_expiring_intro", args)},
		Rows:       []Row{{Label: w.In("mail_expiring_unused", nil), Value: fmt.Sprint(unused.Unused), Strong: true}},
	}
	if free := unused.Unused - unused.Issued; free > 0 && !of.suspended {
		l.Paragraphs = append(l.Paragraphs, w.In("mail_expiring_free", map[string]any{"count": int(free)}))
	}
	l.Paragraphs = append(l.Paragraphs, w.In("mail_expiring_end", nil))
	if unused.Issued > 0 {
		l.Rows = append(l.Rows, Row{Label: w.In("mail_expiring_issued", nil), Value: fmt.Sprint(unused.Issued)})
	}
	l.Rows = append(l.Rows,
		Row{Label: w.In("mail_code_package", nil), Value: of.pkg}, Row{Label: w.In("mail_code_until", nil), Value: w.Date(of.batch.ExpiresAt)},
		Row{Label: w.In("mail_codes_batch", nil), Value: task.BatchID})
	return c.deliver(ctx, email.CodesExpiring, key, of.to, l, "")
}
