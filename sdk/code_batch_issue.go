package sdk

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// IssueInput says whom a code is given to. All of it may be empty: then nobody is noted.
type IssueInput struct {
	IssuedTo string `json:"issuedTo,omitempty" doc:"Note for the professional's own listing, at most 100 characters"`
	Email    string `json:"email,omitempty" doc:"Mail the code to this address"`
	Locale   string `json:"locale,omitempty" doc:"Language of the mail: en or es; left out, the professional's"`
}

// BatchCodes lists the codes of a professional's batch, in clear, and notes in the audit trail that they
// were read. Faults: [CodeBatchUnknown], and [CodeBatchUnpaid] while it awaits payment: nobody sees codes
// before they are paid.
func (c *Client) BatchCodes(ctx context.Context, professionalID, batchID string) ([]BatchCode, error) {
	batch, err := c.CodeBatch(ctx, professionalID, batchID)
	if err != nil {
		return nil, err
	}
	if batch.State == CodeBatchAwaitingPayment {
		return nil, CodeBatchUnpaid
	}
	id := uuid.MustParse(batch.ID)
	rows, err := c.q.ListBatchCodes(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("list subscription codes: %w", err)
	}
	list := make([]BatchCode, len(rows))
	for i, row := range rows {
		if list[i], err = c.openBatchCode(row.SubscriptionCode, batch.ExpiresAt); err != nil {
			return nil, err
		}
		if list[i].State == SubscriptionCodeRedeemed {
			list[i].Redeemer = RedeemerSignedUp
			if orEmpty(row.AccountState) == accountActive {
				list[i].Redeemer = RedeemerActive
			}
		}
	}
	return list, c.batchEvent(ctx, c.q, id, nil, batchCodesRead, actorProfessional)
}

// openBatchCode decrypts a code for its owner. One whose time is over counts as expired, whether the job
// has been there or not.
func (c *Client) openBatchCode(row db.SubscriptionCode, expires time.Time) (BatchCode, error) {
	code, err := c.keys.open(purposeCodeSeal, nil, row.Sealed, row.ID[:])
	if err != nil {
		return BatchCode{}, fmt.Errorf("open subscription code %s: %w", row.ID, err)
	}
	state := SubscriptionCodeState(row.State)
	if state == SubscriptionCodeAvailable && !c.now().Before(expires) {
		state = SubscriptionCodeExpired
	}
	return BatchCode{
		ID: row.ID.String(), Number: int(row.Number), Code: FormatSubscriptionCode(string(code)), State: state,
		IssuedTo: orEmpty(row.IssuedTo), IssuedAt: row.IssuedAt, MailedTo: orEmpty(row.IssuedEmail), RedeemedAt: row.RedeemedAt,
	}, nil
}

// IssueSubscriptionCode gives out the batch's next code and notes to whom; with an e-mail address it is
// mailed there by a job. With an idempotency key a second call of the same content gives the same code.
//
// Errors: [ValidationError] (issuedTo, email). Faults: [CodeBatchUnknown], [CodeBatchUnpaid],
// [CodeBatchWasRevoked], [CodeBatchEmpty] where none is left or the batch has expired.
func (c *Client) IssueSubscriptionCode(ctx context.Context, professionalID, batchID string, in IssueInput, meta CallMeta) (*BatchCode, error) {
	call := idempotentCall{Scope: "code_issue/" + professionalID + "/" + batchID, Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	return idempotent(ctx, c, call, func(claim *idempotencyClaim) (*BatchCode, error) {
		return c.issueSubscriptionCode(ctx, professionalID, batchID, in, meta, claim)
	})
}

func (c *Client) issueSubscriptionCode(ctx context.Context, professionalID, batchID string, in IssueInput, meta CallMeta, claim *idempotencyClaim) (*BatchCode, error) {
	v := violator{lang: text.Language(meta.Lang)}
	recipient, ok := NormalText.apply(in.IssuedTo)
	if !ok || utf8.RuneCountInString(recipient) > maxRecipient {
		v.add("issuedTo", CodeRecipientLength, map[string]any{"most": maxRecipient})
	}
	email := v.check("email", RuleEmailOptional, in.Email)
	if len(v.found) > 0 {
		return nil, &ValidationError{Violations: v.found}
	}
	batch, err := c.CodeBatch(ctx, professionalID, batchID)
	if err != nil {
		return nil, err
	}
	now := c.now()
	switch {
	case batch.State == CodeBatchAwaitingPayment:
		return nil, CodeBatchUnpaid
	case batch.State == CodeBatchRevoked:
		return nil, CodeBatchWasRevoked
	case !now.Before(batch.ExpiresAt):
		return nil, CodeBatchEmpty
	}
	next := db.IssueNextCodeParams{Now: now, IssuedTo: optional(recipient), IssuedEmail: optional(email), BatchID: uuid.MustParse(batch.ID)}
	if in.Locale != "" {
		next.IssuedLocale = ptr(text.Language(in.Locale))
	}
	var code BatchCode
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		row, err := q.IssueNextCode(ctx, next)
		if errors.Is(err, pgx.ErrNoRows) {
			return CodeBatchEmpty
		}
		if err != nil {
			return fmt.Errorf("issue subscription code: %w", err)
		}
		if code, err = c.openBatchCode(row, batch.ExpiresAt); err != nil {
			return err
		}
		if email != "" {
			if err := c.enqueue(ctx, tx, CodeMailJob{CodeID: row.ID.String()}, JobOptions{Unique: true}); err != nil {
				return err
			}
		}
		if err := c.batchEvent(ctx, q, next.BatchID, &row.ID, batchIssued, actorProfessional); err != nil {
			return err
		}
		return claim.store(ctx, q, &code)
	})
	if err != nil {
		return nil, err
	}
	return &code, nil
}
