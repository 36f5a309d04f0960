package sdk

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/letter"
)

// MailCodeIssued is the mail that gives a client their subscription code.
const MailCodeIssued MailKind = "code_issued"

// CodeMailJob mails an issued code to the address that the professional named.
type CodeMailJob struct {
	CodeID string `json:"codeId"`
}

// Kind names the job.
func (CodeMailJob) Kind() string { return "mail_code" }

// MailCode mails an issued subscription code, once. A code that was revoked meanwhile isn't mailed.
func (c *Client) MailCode(ctx context.Context, codeID string) error {
	id, err := uuid.Parse(codeID)
	if err != nil {
		return fmt.Errorf("code mail: id: %w", err)
	}
	key := "code/" + codeID
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	row, err := c.q.GetIssuedCode(ctx, id)
	if err != nil {
		return fmt.Errorf("code mail: %w", err)
	}
	if row.IssuedEmail == nil || SubscriptionCodeState(row.State) != SubscriptionCodeAvailable {
		return nil
	}
	code, err := c.keys.open(purposeCodeSeal, nil, row.Sealed, row.ID[:])
	if err != nil {
		return fmt.Errorf("open subscription code %s: %w", row.ID, err)
	}
	cat, err := c.catalogVersion(ctx, c.q, int(row.CatalogVersion))
	if err != nil {
		return err
	}
	to := recipient{address: *row.IssuedEmail, firstName: orEmpty(row.IssuedTo), locale: orEmpty(row.IssuedLocale)}
	w := wordingOf(to.locale)
	name := row.PackageName
	if pkg := cat.Package(int(row.PackageID)); pkg != nil {
		name = pkg.DisplayName.In(w.lang)
	}
	from := row.FirstName + " " + row.LastName
	if practice := orEmpty(row.PracticeName); practice != "" {
		from += " (" + practice + ")"
	}
	args := map[string]any{"product": ProductName, "professional": from, "package": name, "date": w.date(row.ExpiresAt)}
	return c.deliver(ctx, MailCodeIssued, key, to, letter.Letter{
		Subject: w.in("mail_code_subject", args), Heading: w.in("mail_code_heading", args),
		Paragraphs: []string{w.in("mail_code_intro", args), w.in("mail_code_how", args)},
		Rows: []letter.Row{
			{Label: w.in("mail_code_code", nil), Value: FormatSubscriptionCode(string(code)), Strong: true},
			{Label: w.in("mail_code_package", nil), Value: name}, {Label: w.in("mail_code_until", nil), Value: w.date(row.ExpiresAt)},
		},
		Button: letter.Button{Label: w.in("mail_code_button", nil), URL: c.cfg.Site.PublicURL + mailRoute},
		After:  []string{w.in("mail_code_once", args)},
	}, "")
}

// MailCodeBatch tells a professional that a batch of subscription codes can be issued. The codes are not
// in the mail: whoever reads it could use them.
func (c *Client) MailCodeBatch(ctx context.Context, batchID string) error {
	id, err := uuid.Parse(batchID)
	if err != nil {
		return fmt.Errorf("code batch mail: id: %w", err)
	}
	key := "code_batch/" + batchID
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	of, err := c.batchMailing(ctx, id)
	if err != nil {
		return err
	}
	w := of.words
	args := map[string]any{"product": ProductName, "count": int(of.batch.Size), "package": of.pkg, "date": w.date(of.batch.ExpiresAt)}
	return c.deliver(ctx, MailCodeBatchReady, key, of.to, letter.Letter{
		Subject: w.in("mail_codes_subject", args), Heading: w.in("mail_codes_heading", args),
		Paragraphs: []string{w.hello(of.to.firstName), w.in("mail_codes_intro", args), w.in("mail_codes_expires", args)},
		Rows:       []letter.Row{{Label: w.in("mail_codes_batch", nil), Value: batchID}},
	}, "")
}

// batchMailing is what a mail about a batch is made of.
type batchMailing struct {
	batch db.CodeBatch
	to    recipient
	words wording
	pkg   string // the package's name in the recipient's language
}

func (c *Client) batchMailing(ctx context.Context, id uuid.UUID) (batchMailing, error) {
	batch, err := c.q.GetCodeBatch(ctx, id)
	if err != nil {
		return batchMailing{}, fmt.Errorf("code batch mail: %w", err)
	}
	professional, err := c.q.GetProfessional(ctx, batch.ProfessionalID)
	if err != nil {
		return batchMailing{}, fmt.Errorf("code batch mail: professional: %w", err)
	}
	account, err := c.q.GetAccount(ctx, professional.AccountID)
	if err != nil {
		return batchMailing{}, fmt.Errorf("code batch mail: account: %w", err)
	}
	cat, err := c.catalogVersion(ctx, c.q, int(batch.CatalogVersion))
	if err != nil {
		return batchMailing{}, err
	}
	of := batchMailing{batch: batch, to: accountRecipient(account), words: wordingOf(account.Locale), pkg: batch.PackageName}
	if pkg := cat.Package(int(batch.PackageID)); pkg != nil {
		of.pkg = pkg.DisplayName.In(of.words.lang)
	}
	return of, nil
}
