package batches

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/text"
)

// Codes implements [codes.Client].
func (c *Engine) Codes(ctx context.Context, professionalID, batchID string) ([]codes.BatchCode, error) {
	batch, err := c.Batch(ctx, professionalID, batchID)
	if err != nil {
		return nil, err
	}
	if batch.State == codes.BatchAwaitingPayment {
		return nil, codes.BatchUnpaid
	}
	id := uuid.MustParse(batch.ID)
	rows, err := c.core.Q.ListBatchCodes(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("list subscription codes: %w", err)
	}
	var recipients []uuid.UUID
	for _, row := range rows {
		if row.SubscriptionCode.RecipientID != nil {
			recipients = append(recipients, *row.SubscriptionCode.RecipientID)
		}
	}
	known, err := c.core.People.Read(ctx, c.core.Q, recipients...)
	if err != nil {
		return nil, fmt.Errorf("list subscription codes: recipients: %w", err)
	}
	list := make([]codes.BatchCode, len(rows))
	for i, row := range rows {
		var recipient person.Identity
		if id := row.SubscriptionCode.RecipientID; id != nil {
			recipient = known[*id]
		}
		if list[i], err = c.openBatchCode(row.SubscriptionCode, recipient, batch.ExpiresAt); err != nil {
			return nil, err
		}
		if list[i].State == codes.SubscriptionCodeRedeemed {
			list[i].Redeemer = codes.RedeemerSignedUp
			if pg.OrEmpty(row.AccountState) == accounts.Active {
				list[i].Redeemer = codes.RedeemerActive
			}
		}
	}
	return list, c.batchEvent(ctx, c.core.Q, db.InsertCodeBatchEventParams{BatchID: id, Kind: batchCodesRead, Actor: actorProfessional})
}

// openBatchCode decrypts a code for its owner. A code past its expiry is expired, even before the job has marked it.
func (c *Engine) openBatchCode(row db.SubscriptionCode, recipient person.Identity, expires time.Time) (codes.BatchCode, error) {
	code, err := c.core.Keys.Open(orders.PurposeCodeSeal, nil, row.Sealed, row.ID[:])
	if err != nil {
		return codes.BatchCode{}, fmt.Errorf("open subscription code %s: %w", row.ID, err)
	}
	state := codes.SubscriptionCodeState(row.State)
	if state == codes.SubscriptionCodeAvailable && !c.core.Now().Before(expires) {
		state = codes.SubscriptionCodeExpired
	}
	return codes.BatchCode{
		ID: row.ID.String(), Number: int(row.Number), Code: form.FormatSubscriptionCode(string(code)), State: state,
		IssuedTo: recipient.Note, IssuedAt: row.IssuedAt, MailedTo: recipient.Email, RedeemedAt: row.RedeemedAt,
	}, nil
}

// Issue implements [codes.Client].
func (c *Engine) Issue(ctx context.Context, professionalID, batchID string, in codes.IssueInput, meta caller.Meta) (*codes.BatchCode, error) {
	call := core.IdempotentCall{Scope: core.ScopeOf(core.CallIssueCode, professionalID, batchID), Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	return core.Idempotent(ctx, c.core, call, func(claim *core.IdempotencyClaim) (*codes.BatchCode, error) {
		return c.issueSubscriptionCode(ctx, professionalID, batchID, in, meta, claim)
	})
}

func (c *Engine) issueSubscriptionCode(ctx context.Context, professionalID, batchID string, in codes.IssueInput, meta caller.Meta, claim *core.IdempotencyClaim) (*codes.BatchCode, error) {
	v := form.Violator{Lang: text.Language(meta.Lang)}
	recipient, ok := form.NormalText.Apply(in.IssuedTo)
	if !ok || utf8.RuneCountInString(recipient) > maxRecipient {
		v.Add("issuedTo", CodeRecipientLength, map[string]any{"most": maxRecipient})
	}
	address := v.Check("email", form.RuleEmailOptional, in.Email)
	if len(v.Found) > 0 {
		return nil, &fault.ValidationError{Violations: v.Found}
	}
	batch, err := c.Batch(ctx, professionalID, batchID)
	if err != nil {
		return nil, err
	}
	now := c.core.Now()
	switch {
	case batch.State == codes.BatchAwaitingPayment:
		return nil, codes.BatchUnpaid
	case batch.State == codes.BatchRevoked:
		return nil, codes.BatchWasRevoked
	case !now.Before(batch.ExpiresAt):
		return nil, codes.BatchEmpty
	}
	to := person.Identity{Note: recipient, Email: address}
	if in.Locale != "" {
		to.Locale = text.Language(in.Locale)
	}
	id := uuid.MustParse(batch.ID)
	var code codes.BatchCode
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		recipientID, err := c.insertRecipient(ctx, tx.Queries, professionalID, to, batch.ExpiresAt)
		if err != nil {
			return err
		}
		row, err := tx.IssueNextCode(ctx, now, recipientID, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return codes.BatchEmpty
		}
		if err != nil {
			return fmt.Errorf("issue subscription code: %w", err)
		}
		if code, err = c.openBatchCode(row, to, batch.ExpiresAt); err != nil {
			return err
		}
		if address != "" {
			tx.Enqueue(email.CodeJob{CodeID: row.ID.String()}, job.Options{Unique: true})
		}
		if err := c.batchEvent(ctx, tx.Queries, db.InsertCodeBatchEventParams{BatchID: id, CodeID: &row.ID, Kind: batchIssued, Actor: actorProfessional}); err != nil {
			return err
		}
		return claim.Store(ctx, tx, &code)
	})
	if err != nil {
		return nil, err
	}
	return &code, nil
}

// insertRecipient stores the recipient of a code and returns nil if the professional entered none. The recipient is kept as long as an invitee,
// counted from the batch's expiry.
func (c *Engine) insertRecipient(ctx context.Context, q *db.Queries, professionalID string, to person.Identity, expires time.Time) (*uuid.UUID, error) {
	if to.Note == "" && to.Email == "" {
		return nil, nil
	}
	by, err := q.PersonOfProfessional(ctx, uuid.MustParse(professionalID))
	if err != nil {
		return nil, fmt.Errorf("issue subscription code: professional: %w", err)
	}
	id, err := c.core.NamePerson(ctx, q, to, by, expires)
	return &id, err
}
