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
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

const (
	// maxBatchSize is how many codes one batch has at most.
	maxBatchSize = 500
	// maxRecipient is how long the name of whom a code was given to may be, in characters.
	maxRecipient = 100
	// defaultBatchMonths is how long codes are good for from the day they are bought.
	defaultBatchMonths = 24
)

// CodeBatchState is where a batch of subscription codes stands.
type CodeBatchState string

// The states of a batch. Its codes pay only while it is active and hasn't expired.
const (
	CodeBatchAwaitingPayment CodeBatchState = "awaiting_payment"
	CodeBatchActive          CodeBatchState = "active"
	CodeBatchRevoked         CodeBatchState = "revoked"
)

// SubscriptionCodeState is where one code stands.
type SubscriptionCodeState string

// The states of a code. A reserved one is held by an order that is being paid.
const (
	SubscriptionCodeAvailable SubscriptionCodeState = "available"
	SubscriptionCodeReserved  SubscriptionCodeState = "reserved"
	SubscriptionCodeRedeemed  SubscriptionCodeState = "redeemed"
	SubscriptionCodeRevoked   SubscriptionCodeState = "revoked"
	SubscriptionCodeExpired   SubscriptionCodeState = "expired"
)

// CodeBatchInput is an order of subscription codes.
type CodeBatchInput struct {
	ProfessionalID string
	PackageID      int       // not a custom one
	Size           int       // 1 to 500
	ExpiresAt      time.Time // zero: 24 months from now
	Active         bool      // paid already; else it awaits payment
}

// CodeBatch is a batch of subscription codes as its owner reads it.
type CodeBatch struct {
	ID             string         `json:"id"`
	ProfessionalID string         `json:"professionalId"`
	PackageID      int            `json:"packageId"`
	PackageName    string         `json:"packageName"`
	Face           string         `json:"faceAmount" doc:"What one code is worth: the package's list price on the day of purchase"`
	CurrencyCode   string         `json:"currencyCode"`
	Total          string         `json:"total" doc:"Face amount × size"`
	Size           int            `json:"size"`
	State          CodeBatchState `json:"state" enum:"awaiting_payment,active,revoked"`
	Unissued       int            `json:"unissued" doc:"Good, and given to nobody yet"`
	Issued         int            `json:"issued" doc:"Given out, not used yet"`
	Reserved       int            `json:"reserved" doc:"Held by an order that is being paid"`
	Redeemed       int            `json:"redeemed"`
	CreatedAt      time.Time      `json:"createdAt"`
	ExpiresAt      time.Time      `json:"expiresAt"`
}

// BatchCode is one code as the batch's owner reads it.
type BatchCode struct {
	ID         string                `json:"id"`
	Number     int                   `json:"number" doc:"In the batch, from 1"`
	Code       string                `json:"code" doc:"In groups of four"`
	State      SubscriptionCodeState `json:"state" enum:"available,reserved,redeemed,revoked,expired"`
	IssuedTo   string                `json:"issuedTo,omitempty"`
	IssuedAt   *time.Time            `json:"issuedAt,omitempty"`
	RedeemedAt *time.Time            `json:"redeemedAt,omitempty"`
}

// The faults of batches.
var (
	CodeBatchUnknown     = NewFault(FaultNotFound, "code_batch_unknown", nil) // nobody's, or another's
	CodeBatchUnpaid      = NewFault(FaultConflict, "code_batch_awaiting_payment", nil)
	CodeBatchWasRevoked  = NewFault(FaultConflict, "code_batch_revoked", nil)
	CodeBatchEmpty       = NewFault(FaultConflict, "code_batch_empty", nil)
	SubscriptionCodeGone = NewFault(FaultConflict, "subscription_code_used", nil) // used, revoked or expired: nothing left to revoke
)

// The codes of what can be wrong with an order of codes.
const (
	CodeBatchPackageInvalid text.Code = "code_batch_package_invalid"
	CodeBatchSizeInvalid    text.Code = "code_batch_size_invalid"
	CodeRecipientLength     text.Code = "code_recipient_length"
)

// CreateCodeBatch makes a batch with its codes. Each is worth the package's list price of today. Broken rules
// (fields packageId, size) are a *[ValidationError].
func (c *Client) CreateCodeBatch(ctx context.Context, in CodeBatchInput, meta CallMeta) (*CodeBatch, error) {
	owner, err := uuid.Parse(in.ProfessionalID)
	if err != nil {
		return nil, CodeBatchUnknown
	}
	cat, err := c.catalog(ctx)
	if err != nil {
		return nil, err
	}
	lang := text.Language(meta.Lang)
	var broken Violations
	pkg := cat.Package(in.PackageID)
	if pkg == nil || pkg.BuildYourOwn {
		broken = append(broken, violation("packageId", CodeBatchPackageInvalid, lang, nil))
	}
	if in.Size < 1 || in.Size > maxBatchSize {
		broken = append(broken, violation("size", CodeBatchSizeInvalid, lang, map[string]any{"most": maxBatchSize}))
	}
	if len(broken) > 0 {
		return nil, &ValidationError{Violations: broken}
	}
	now := c.now()
	batch := db.InsertCodeBatchParams{
		ID: newID(), ProfessionalID: owner, PackageID: clampInt32(pkg.ID), PackageName: pkg.Name, CatalogVersion: clampInt32(cat.Version),
		Currency: string(pkg.Currency()), FaceMinor: pkg.Price.Minor, Size: int16(in.Size), //nolint:gosec // at most 500
		State: string(CodeBatchAwaitingPayment), CreatedAt: now, ExpiresAt: in.ExpiresAt.UTC(),
	}
	if in.ExpiresAt.IsZero() {
		batch.ExpiresAt = now.AddDate(0, defaultBatchMonths, 0)
	}
	if in.Active {
		batch.State, batch.ActivatedAt = string(CodeBatchActive), &now
	}
	codes, err := c.newBatchCodes(batch.ID, in.Size)
	if err != nil {
		return nil, err
	}
	err = c.tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		if err := q.InsertCodeBatch(ctx, batch); err != nil {
			return fmt.Errorf("write code batch: %w", err)
		}
		if _, err := q.InsertSubscriptionCodes(ctx, codes); err != nil {
			return fmt.Errorf("write subscription codes: %w", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c.CodeBatch(ctx, in.ProfessionalID, batch.ID.String())
}

// newBatchCodes makes a batch's codes: found by keyed hash, readable under the server's secret only.
func (c *Client) newBatchCodes(batch uuid.UUID, size int) ([]db.InsertSubscriptionCodesParams, error) {
	codes := make([]db.InsertSubscriptionCodesParams, size)
	for i := range codes {
		code, err := newSubscriptionCode()
		if err != nil {
			return nil, fmt.Errorf("new subscription code: %w", err)
		}
		id := newID()
		sealed, err := c.keys.seal(purposeCodeSeal, nil, []byte(code), id[:])
		if err != nil {
			return nil, fmt.Errorf("seal subscription code: %w", err)
		}
		codes[i] = db.InsertSubscriptionCodesParams{
			ID: id, BatchID: batch, Number: int16(i + 1), //nolint:gosec // at most 500
			Lookup: c.keys.mac(purposeCodeLookup, code), Sealed: sealed, State: string(SubscriptionCodeAvailable),
		}
	}
	return codes, nil
}

// CodeBatches lists a professional's batches, the newest first, at most 500.
func (c *Client) CodeBatches(ctx context.Context, professionalID string) ([]CodeBatch, error) {
	return c.listCodeBatches(ctx, professionalID, nil)
}

// CodeBatch reads one of a professional's batches. Fault: [CodeBatchUnknown].
func (c *Client) CodeBatch(ctx context.Context, professionalID, batchID string) (*CodeBatch, error) {
	id, err := uuid.Parse(batchID)
	if err != nil {
		return nil, CodeBatchUnknown
	}
	list, err := c.listCodeBatches(ctx, professionalID, &id)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, CodeBatchUnknown
	}
	return &list[0], nil
}

func (c *Client) listCodeBatches(ctx context.Context, professionalID string, only *uuid.UUID) ([]CodeBatch, error) {
	owner, err := uuid.Parse(professionalID)
	if err != nil {
		return nil, CodeBatchUnknown
	}
	rows, err := c.q.ListCodeBatches(ctx, owner, only)
	if err != nil {
		return nil, fmt.Errorf("list code batches: %w", err)
	}
	list := make([]CodeBatch, len(rows))
	for i, r := range rows {
		b := r.CodeBatch
		face := money.New(b.FaceMinor, money.Currency(b.Currency))
		total, err := face.Mul(int64(b.Size))
		if err != nil {
			return nil, err
		}
		list[i] = CodeBatch{
			ID: b.ID.String(), ProfessionalID: b.ProfessionalID.String(), PackageID: int(b.PackageID), PackageName: b.PackageName,
			Face: face.Decimal(), CurrencyCode: b.Currency, Total: total.Decimal(), Size: int(b.Size), State: CodeBatchState(b.State),
			Unissued: int(r.Unissued), Issued: int(r.Issued), Reserved: int(r.Reserved), Redeemed: int(r.Redeemed),
			CreatedAt: b.CreatedAt.UTC(), ExpiresAt: b.ExpiresAt.UTC(),
		}
	}
	return list, nil
}

// BatchCodes lists the codes of a professional's batch, in clear. Faults: [CodeBatchUnknown], and
// [CodeBatchUnpaid] while it awaits payment: nobody sees codes before they are paid.
func (c *Client) BatchCodes(ctx context.Context, professionalID, batchID string) ([]BatchCode, error) {
	batch, err := c.CodeBatch(ctx, professionalID, batchID)
	if err != nil {
		return nil, err
	}
	if batch.State == CodeBatchAwaitingPayment {
		return nil, CodeBatchUnpaid
	}
	rows, err := c.q.ListBatchCodes(ctx, uuid.MustParse(batch.ID))
	if err != nil {
		return nil, fmt.Errorf("list subscription codes: %w", err)
	}
	list := make([]BatchCode, len(rows))
	for i, row := range rows {
		if list[i], err = c.openBatchCode(row, batch); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// openBatchCode decrypts a code for its owner. One whose time is over counts as expired, whether the job
// has been there or not.
func (c *Client) openBatchCode(row db.SubscriptionCode, batch *CodeBatch) (BatchCode, error) {
	code, err := c.keys.open(purposeCodeSeal, nil, row.Sealed, row.ID[:])
	if err != nil {
		return BatchCode{}, fmt.Errorf("open subscription code %s: %w", row.ID, err)
	}
	state := SubscriptionCodeState(row.State)
	if state == SubscriptionCodeAvailable && !c.now().Before(batch.ExpiresAt) {
		state = SubscriptionCodeExpired
	}
	return BatchCode{
		ID: row.ID.String(), Number: int(row.Number), Code: FormatSubscriptionCode(string(code)), State: state,
		IssuedTo: orEmpty(row.IssuedTo), IssuedAt: row.IssuedAt, RedeemedAt: row.RedeemedAt,
	}, nil
}

// IssueSubscriptionCode gives out the batch's next code and notes to whom, at most 100 characters; empty
// notes nobody. Faults: [CodeBatchUnknown], [CodeBatchUnpaid], [CodeBatchWasRevoked], [CodeBatchEmpty] where
// none is left or the batch has expired.
func (c *Client) IssueSubscriptionCode(ctx context.Context, professionalID, batchID, issuedTo string, meta CallMeta) (*BatchCode, error) {
	recipient, ok := NormalText.apply(issuedTo)
	if !ok || utf8.RuneCountInString(recipient) > maxRecipient {
		args := map[string]any{"most": maxRecipient}
		return nil, &ValidationError{Violations: Violations{violation("issuedTo", CodeRecipientLength, text.Language(meta.Lang), args)}}
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
	row, err := c.q.IssueNextCode(ctx, now, optional(recipient), uuid.MustParse(batch.ID))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, CodeBatchEmpty
	}
	if err != nil {
		return nil, fmt.Errorf("issue subscription code: %w", err)
	}
	code, err := c.openBatchCode(row, batch)
	return &code, err
}
