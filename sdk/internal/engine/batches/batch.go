package batches

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

const (
	// maxBatchSize is the maximum number of codes in a batch.
	maxBatchSize = 500
	// maxRecipient is the maximum length of a recipient's name, in characters.
	maxRecipient = 100
	// defaultBatchMonths is the default validity of codes, from the day of purchase.
	defaultBatchMonths = 24
)

// The text codes of violations in the input for a batch or for a code's recipient.
const (
	CodePackageInvalid  text.Code = "code_batch_package_invalid"
	CodeSizeInvalid     text.Code = "code_batch_size_invalid"
	CodeRecipientLength text.Code = "code_recipient_length"
)

// Create implements [codes.Client].
func (c *Engine) Create(ctx context.Context, in codes.BatchInput, meta caller.Meta) (*codes.Batch, error) {
	made, broken, err := c.newCodeBatch(ctx, in, text.Language(meta.Lang))
	if err != nil {
		return nil, err
	}
	if len(broken) > 0 {
		return nil, &fault.ValidationError{Violations: broken}
	}
	if in.Active {
		made.row.State, made.row.ActivatedAt = string(codes.BatchActive), pg.Ptr(made.row.CreatedAt)
	}
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		return c.insertCodeBatch(ctx, tx.Queries, made, core.ActorOperator)
	})
	if err != nil {
		return nil, err
	}
	return c.Batch(ctx, in.ProfessionalID, made.row.ID.String())
}

// newBatch is a batch with its codes, before it is stored.
type newBatch struct {
	payer   payments.Payer // for card payments
	row     db.InsertCodeBatchParams
	codes   []db.InsertSubscriptionCodesParams
	catalog *price.Catalog
	pkg     *price.CatalogPackage
}

// newCodeBatch returns a batch that awaits payment by invoice, or the violations of the order.
func (c *Engine) newCodeBatch(ctx context.Context, in codes.BatchInput, lang string) (made newBatch, broken fault.Violations, err error) {
	owner, err := uuid.Parse(in.ProfessionalID)
	if err != nil {
		return made, nil, codes.BatchUnknown
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
		State: string(codes.BatchAwaitingPayment), PaidBy: string(codes.PaymentInvoice), CreatedAt: now, ExpiresAt: in.ExpiresAt.UTC(),
	}
	if in.ExpiresAt.IsZero() {
		made.row.ExpiresAt = now.AddDate(0, defaultBatchMonths, 0)
	}
	made.codes, err = c.newBatchCodes(made.row.ID, in.Size)
	return made, nil, err
}

// insertCodeBatch inserts a batch, its codes and its first event.
func (c *Engine) insertCodeBatch(ctx context.Context, q *db.Queries, made newBatch, actor string) error {
	if err := q.InsertCodeBatch(ctx, made.row); err != nil {
		return fmt.Errorf("write code batch: %w", err)
	}
	if _, err := q.InsertSubscriptionCodes(ctx, made.codes); err != nil {
		return fmt.Errorf("write subscription codes: %w", err)
	}
	return c.batchEvent(ctx, q, db.InsertCodeBatchEventParams{BatchID: made.row.ID, Kind: batchBought, Actor: actor})
}

// newBatchCodes generates a batch's codes. The database finds them by keyed hash, and only the server's secret decrypts them.
func (c *Engine) newBatchCodes(batch uuid.UUID, size int) ([]db.InsertSubscriptionCodesParams, error) {
	issued := make([]db.InsertSubscriptionCodesParams, size)
	for i := range issued {
		code, err := form.NewSubscriptionCode()
		if err != nil {
			return nil, fmt.Errorf("new subscription code: %w", err)
		}
		id := pg.NewID()
		sealed, err := c.core.Keys.Seal(orders.PurposeCodeSeal, nil, []byte(code), id[:])
		if err != nil {
			return nil, fmt.Errorf("seal subscription code: %w", err)
		}
		issued[i] = db.InsertSubscriptionCodesParams{
			ID: id, BatchID: batch, Number: int16(i + 1), //nolint:gosec // at most 500
			Lookup: c.core.Keys.Mac(orders.PurposeCodeLookup, code), Sealed: sealed, State: string(codes.SubscriptionCodeAvailable),
		}
	}
	return issued, nil
}

// Batches implements [codes.Client].
func (c *Engine) Batches(ctx context.Context, professionalID string) ([]codes.Batch, error) {
	return listCodeBatches(ctx, c.core.Q, professionalID, nil)
}

// Batch implements [codes.Client].
func (c *Engine) Batch(ctx context.Context, professionalID, batchID string) (*codes.Batch, error) {
	return readCodeBatch(ctx, c.core.Q, professionalID, batchID)
}

func readCodeBatch(ctx context.Context, q *db.Queries, professionalID, batchID string) (*codes.Batch, error) {
	id, err := uuid.Parse(batchID)
	if err != nil {
		return nil, codes.BatchUnknown
	}
	list, err := listCodeBatches(ctx, q, professionalID, &id)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, codes.BatchUnknown
	}
	return &list[0], nil
}

func listCodeBatches(ctx context.Context, q *db.Queries, professionalID string, only *uuid.UUID) ([]codes.Batch, error) {
	owner, err := uuid.Parse(professionalID)
	if err != nil {
		return nil, codes.BatchUnknown
	}
	rows, err := q.ListCodeBatches(ctx, owner, only)
	if err != nil {
		return nil, fmt.Errorf("list code batches: %w", err)
	}
	list := make([]codes.Batch, len(rows))
	for i, r := range rows {
		if list[i], err = codeBatch(r.CodeBatch); err != nil {
			return nil, err
		}
		list[i].Unissued, list[i].Issued, list[i].Reserved, list[i].Redeemed = int(r.Unissued), int(r.Issued), int(r.Reserved), int(r.Redeemed)
	}
	return list, nil
}
