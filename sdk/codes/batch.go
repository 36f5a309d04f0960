package codes

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
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

// BatchState is where a batch of subscription codes stands.
type BatchState string

// The states of a batch. Its codes pay only while it is active and hasn't expired.
const (
	BatchAwaitingPayment BatchState = "awaiting_payment"
	BatchActive          BatchState = "active"
	BatchRevoked         BatchState = "revoked"
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

// BatchInput is an order of subscription codes.
type BatchInput struct {
	ProfessionalID string
	PackageID      int       // not a custom one
	Size           int       // 1 to 500
	ExpiresAt      time.Time // zero: 24 months from now
	Active         bool      // paid already; else it awaits an operator, who has seen the money
}

// Batch is a batch of subscription codes as its owner reads it.
type Batch struct {
	ID             string     `json:"id"`
	ProfessionalID string     `json:"professionalId"`
	PackageID      int        `json:"packageId"`
	PackageName    string     `json:"packageName"`
	Face           string     `json:"faceAmount" doc:"What one code is worth: the package's list price on the day of purchase"`
	CurrencyCode   string     `json:"currencyCode"`
	Total          string     `json:"total" doc:"Face amount × size"`
	Size           int        `json:"size"`
	State          BatchState `json:"state" enum:"awaiting_payment,active,revoked"`
	PaidBy         Payment    `json:"paidBy" enum:"card,invoice" doc:"Awaiting payment by card means that the provider's answer isn't known yet: ask again"`
	Unissued       int        `json:"unissued" doc:"Good, and given to nobody yet"`
	Issued         int        `json:"issued" doc:"Given out, not used yet"`
	Reserved       int        `json:"reserved" doc:"Held by an order that is being paid"`
	Redeemed       int        `json:"redeemed"`
	CreatedAt      time.Time  `json:"createdAt"`
	ExpiresAt      time.Time  `json:"expiresAt"`
}

// BatchCode is one code as the batch's owner reads it.
type BatchCode struct {
	ID         string                `json:"id"`
	Number     int                   `json:"number" doc:"In the batch, from 1"`
	Code       string                `json:"code" doc:"In groups of four"`
	State      SubscriptionCodeState `json:"state" enum:"available,reserved,redeemed,revoked,expired"`
	IssuedTo   string                `json:"issuedTo,omitempty"`
	IssuedAt   *time.Time            `json:"issuedAt,omitempty"`
	MailedTo   string                `json:"mailedTo,omitempty" doc:"Where the professional had the code mailed to"`
	RedeemedAt *time.Time            `json:"redeemedAt,omitempty"`
	Redeemer   RedeemerState         `json:"redeemer,omitempty" enum:"signed_up,active" doc:"How far the parent who used it has come: all that a professional may know of them"`
}

// Payment is how a batch is paid.
type Payment string

// The ways to pay for a batch.
const (
	PaymentCard    Payment = "card"
	PaymentInvoice Payment = "invoice"
)

// RedeemerState is how far the parent who used a code has come.
type RedeemerState string

// The states of a redeemer.
const (
	RedeemerSignedUp RedeemerState = "signed_up" // paid with the code, no username and password yet
	RedeemerActive   RedeemerState = "active"
)

// The faults of batches.
var (
	BatchUnknown         = fault.New(fault.NotFound, "code_batch_unknown", nil) // nobody's, or another's
	BatchUnpaid          = fault.New(fault.Conflict, "code_batch_awaiting_payment", nil)
	BatchWasRevoked      = fault.New(fault.Conflict, "code_batch_revoked", nil)
	BatchEmpty           = fault.New(fault.Conflict, "code_batch_empty", nil)
	SubscriptionCodeGone = fault.New(fault.Conflict, "subscription_code_used", nil) // used, revoked or expired: nothing left to revoke
)

// The codes of what can be wrong with an order of codes.
const (
	CodePackageInvalid  text.Code = "code_batch_package_invalid"
	CodeSizeInvalid     text.Code = "code_batch_size_invalid"
	CodeRecipientLength text.Code = "code_recipient_length"
	CodePriceChanged    text.Code = "code_batch_price_changed"
)

// Create makes a batch with its codes. Each is worth the package's list price of today. Broken rules
// (fields packageId, size) are a *[fault.ValidationError].
func (c *Client) Create(ctx context.Context, in BatchInput, meta caller.Meta) (*Batch, error) {
	made, broken, err := c.newCodeBatch(ctx, in, text.Language(meta.Lang))
	if err != nil {
		return nil, err
	}
	if len(broken) > 0 {
		return nil, &fault.ValidationError{Violations: broken}
	}
	if in.Active {
		made.row.State, made.row.ActivatedAt = string(BatchActive), pg.Ptr(made.row.CreatedAt)
	}
	err = c.core.Tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		return c.insertCodeBatch(ctx, q, made, core.ActorOperator)
	})
	if err != nil {
		return nil, err
	}
	return c.Batch(ctx, in.ProfessionalID, made.row.ID.String())
}

// newBatch is a batch with its codes, about to be written.
type newBatch struct {
	payer   payment.Payer // of a purchase by card
	row     db.InsertCodeBatchParams
	codes   []db.InsertSubscriptionCodesParams
	catalog *price.Catalog
	pkg     *price.CatalogPackage
}

// newCodeBatch makes a batch that awaits payment by invoice, or gives the rules that the order breaks.
func (c *Client) newCodeBatch(ctx context.Context, in BatchInput, lang string) (made newBatch, broken fault.Violations, err error) {
	owner, err := uuid.Parse(in.ProfessionalID)
	if err != nil {
		return made, nil, BatchUnknown
	}
	if made.catalog, err = c.core.Catalog(ctx); err != nil {
		return made, nil, err
	}
	pkg := made.catalog.Package(in.PackageID)
	if pkg == nil || pkg.BuildYourOwn {
		broken = append(broken, form.Violation("packageId", CodePackageInvalid, lang, nil))
	}
	if in.Size < 1 || in.Size > maxBatchSize {
		broken = append(broken, form.Violation("size", CodeSizeInvalid, lang, map[string]any{"most": maxBatchSize}))
	}
	if len(broken) > 0 {
		return made, broken, nil
	}
	now := c.core.Now()
	made.pkg = pkg
	made.row = db.InsertCodeBatchParams{
		ID: pg.NewID(), ProfessionalID: owner, PackageID: pg.ClampInt32(pkg.ID), PackageName: pkg.Name, CatalogVersion: pg.ClampInt32(made.catalog.Version),
		Currency: string(pkg.Currency()), FaceMinor: pkg.Price.Minor, Size: int16(in.Size), //nolint:gosec // at most 500
		State: string(BatchAwaitingPayment), PaidBy: string(PaymentInvoice), CreatedAt: now, ExpiresAt: in.ExpiresAt.UTC(),
	}
	if in.ExpiresAt.IsZero() {
		made.row.ExpiresAt = now.AddDate(0, defaultBatchMonths, 0)
	}
	made.codes, err = c.newBatchCodes(made.row.ID, in.Size)
	return made, nil, err
}

// insertCodeBatch writes a batch, its codes and its first event.
func (c *Client) insertCodeBatch(ctx context.Context, q *db.Queries, made newBatch, actor string) error {
	if err := q.InsertCodeBatch(ctx, made.row); err != nil {
		return fmt.Errorf("write code batch: %w", err)
	}
	if _, err := q.InsertSubscriptionCodes(ctx, made.codes); err != nil {
		return fmt.Errorf("write subscription codes: %w", err)
	}
	return c.batchEvent(ctx, q, made.row.ID, nil, batchBought, actor)
}

// newBatchCodes makes a batch's codes: found by keyed hash, readable under the server's secret only.
func (c *Client) newBatchCodes(batch uuid.UUID, size int) ([]db.InsertSubscriptionCodesParams, error) {
	codes := make([]db.InsertSubscriptionCodesParams, size)
	for i := range codes {
		code, err := form.NewSubscriptionCode()
		if err != nil {
			return nil, fmt.Errorf("new subscription code: %w", err)
		}
		id := pg.NewID()
		sealed, err := c.core.Keys.Seal(order.PurposeCodeSeal, nil, []byte(code), id[:])
		if err != nil {
			return nil, fmt.Errorf("seal subscription code: %w", err)
		}
		codes[i] = db.InsertSubscriptionCodesParams{
			ID: id, BatchID: batch, Number: int16(i + 1), //nolint:gosec // at most 500
			Lookup: c.core.Keys.Mac(order.PurposeCodeLookup, code), Sealed: sealed, State: string(SubscriptionCodeAvailable),
		}
	}
	return codes, nil
}

// Batches lists a professional's batches, the newest first, at most 500.
func (c *Client) Batches(ctx context.Context, professionalID string) ([]Batch, error) {
	return listCodeBatches(ctx, c.core.Q, professionalID, nil)
}

// Batch reads one of a professional's batches. Fault: [BatchUnknown].
func (c *Client) Batch(ctx context.Context, professionalID, batchID string) (*Batch, error) {
	return readCodeBatch(ctx, c.core.Q, professionalID, batchID)
}

func readCodeBatch(ctx context.Context, q *db.Queries, professionalID, batchID string) (*Batch, error) {
	id, err := uuid.Parse(batchID)
	if err != nil {
		return nil, BatchUnknown
	}
	list, err := listCodeBatches(ctx, q, professionalID, &id)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, BatchUnknown
	}
	return &list[0], nil
}

func listCodeBatches(ctx context.Context, q *db.Queries, professionalID string, only *uuid.UUID) ([]Batch, error) {
	owner, err := uuid.Parse(professionalID)
	if err != nil {
		return nil, BatchUnknown
	}
	rows, err := q.ListCodeBatches(ctx, owner, only)
	if err != nil {
		return nil, fmt.Errorf("list code batches: %w", err)
	}
	list := make([]Batch, len(rows))
	for i, r := range rows {
		if list[i], err = codeBatch(r.CodeBatch); err != nil {
			return nil, err
		}
		list[i].Unissued, list[i].Issued, list[i].Reserved, list[i].Redeemed = int(r.Unissued), int(r.Issued), int(r.Reserved), int(r.Redeemed)
	}
	return list, nil
}
