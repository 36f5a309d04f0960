package emails

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/text"
)

// SendCode implements [email.Client].
func (c *Engine) SendCode(ctx context.Context, codeID string) error {
	id, err := uuid.Parse(codeID)
	if err != nil {
		return fmt.Errorf("code mail: id: %w", err)
	}
	key := "code/" + codeID
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	row, err := c.core.Q.GetIssuedCode(ctx, id)
	if err != nil {
		return fmt.Errorf("code mail: %w", err)
	}
	if row.RecipientID == nil || codes.SubscriptionCodeState(row.State) != codes.SubscriptionCodeAvailable {
		return nil
	}
	known, err := c.core.People.Read(ctx, c.core.Q, *row.RecipientID, row.ProfessionalPersonID)
	if err != nil {
		return fmt.Errorf("code mail: %w", err)
	}
	recipientOf, issuer := known[*row.RecipientID], known[row.ProfessionalPersonID]
	if recipientOf.Email == "" {
		return nil // the recipient is only a note, or was erased
	}
	code, err := c.core.Keys.Open(orders.PurposeCodeSeal, nil, row.Sealed, row.ID[:])
	if err != nil {
		return fmt.Errorf("open subscription code %s: %w", row.ID, err)
	}
	cat, err := c.core.CatalogVersion(ctx, c.core.Q, int(row.CatalogVersion))
	if err != nil {
		return err
	}
	to := unnamedRecipient(recipientOf.Email, cmp.Or(recipientOf.Locale, row.ProfessionalLocale))
	to.zone = issuer.TimeZone // one day for the professional and for the holder of the code
	w := to.words()
	name := row.PackageName
	if pkg := cat.Package(int(row.PackageID)); pkg != nil {
		name = pkg.DisplayName.In(w.Lang)
	}
	args := map[string]any{"product": c.core.Site.Product, "package": name, "date": w.Date(row.ExpiresAt)}
	paragraphs := []string{w.In("mail_code_intro", args), w.In("mail_code_how", args)}
	if professional.State(row.ProfessionalState) == professional.Verified {
		from := plainName(issuer.Name())
		if practice := issuer.Practice; practice != nil && practice.Name != "" {
			from += " (" + plainName(practice.Name) + ")"
		}
		paragraphs = append(paragraphs, w.In("mail_code_by", map[string]any{"professional": from}))
	}
	return c.deliver(ctx, email.CodeIssued, key, to, Letter{
		Subject: w.In("mail_code_subject", args), Heading: w.In("mail_code_heading", args),
		Preheader: w.In("mail_code_how", args), Paragraphs: paragraphs,
		Rows: []Row{
			{Label: w.In("mail_code_code", nil), Value: form.FormatSubscriptionCode(string(code)), Strong: true},
			{Label: w.In("mail_code_package", nil), Value: name}, {Label: w.In("mail_code_until", nil), Value: w.Date(row.ExpiresAt)},
		},
		Button: Button{Label: w.In("mail_code_button", nil), URL: c.core.Site.PublicURL + core.MailRoute},
		After:  []string{w.In("mail_code_once", args)},
	}, "")
}

// SendCodeBatch implements [email.Client].
func (c *Engine) SendCodeBatch(ctx context.Context, batchID string) error {
	id, err := uuid.Parse(batchID)
	if err != nil {
		return fmt.Errorf("code batch mail: id: %w", err)
	}
	key := "code_batch/" + batchID
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	unused, err := c.core.Q.CountUnusedCodes(ctx, id)
	if err != nil {
		return fmt.Errorf("code batch mail: %w", err)
	}
	of, err := c.batchMailing(ctx, id)
	if err != nil {
		return err
	}
	if unused.Unused == 0 || of.batch.State != string(codes.BatchActive) || !c.core.Now().Before(of.batch.ExpiresAt) {
		return nil
	}
	w := of.words
	args := map[string]any{"product": c.core.Site.Product, "count": int(unused.Unused), "package": of.pkg, "date": w.Date(of.batch.ExpiresAt)}
	return c.deliver(ctx, email.CodeBatchReady, key, of.to, Letter{
		Subject: w.In("mail_codes_subject", args), Heading: w.In("mail_codes_heading", args),
		Paragraphs: []string{w.Hello(of.to.firstName), w.In("mail_codes_intro", args), w.In("mail_codes_expires", args)},
		Rows:       []Row{{Label: w.In("mail_codes_batch", nil), Value: batchID}},
	}, "")
}

// batchMailing holds the data of a mail about a batch.
type batchMailing struct {
	batch db.CodeBatch
	to    recipient
	words text.Wording
	pkg   string // the package's name in the recipient's language

	suspended bool // the professional can't issue codes
}

func (c *Engine) batchMailing(ctx context.Context, id uuid.UUID) (batchMailing, error) {
	batch, err := c.core.Q.GetCodeBatch(ctx, id)
	if err != nil {
		return batchMailing{}, fmt.Errorf("code batch mail: %w", err)
	}
	owner, err := c.core.Q.GetProfessional(ctx, batch.ProfessionalID)
	if err != nil {
		return batchMailing{}, fmt.Errorf("code batch mail: professional: %w", err)
	}
	account, err := c.core.Account(ctx, c.core.Q, owner.AccountID)
	if err != nil {
		return batchMailing{}, fmt.Errorf("code batch mail: account: %w", err)
	}
	cat, err := c.core.CatalogVersion(ctx, c.core.Q, int(batch.CatalogVersion))
	if err != nil {
		return batchMailing{}, err
	}
	to := accountRecipient(account)
	of := batchMailing{batch: batch, to: to, words: to.words(), pkg: batch.PackageName, suspended: owner.State == string(professional.Suspended)}
	if pkg := cat.Package(int(batch.PackageID)); pkg != nil {
		of.pkg = pkg.DisplayName.In(of.words.Lang)
	}
	return of, nil
}
