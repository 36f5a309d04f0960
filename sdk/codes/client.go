package codes

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
)

// Client is the API of this package. [sdk.New] returns one.
type Client interface {
	// Create creates a batch with its codes. Each is worth today's list price of the package. Violations (fields packageId, size) are a
	// *[fault.ValidationError].
	Create(ctx context.Context, in BatchInput, meta caller.Meta) (*Batch, error)

	// Batches lists a professional's batches, the newest first, at most 500.
	Batches(ctx context.Context, professionalID string) ([]Batch, error)

	// Batch returns one of a professional's batches. Fault: [BatchUnknown].
	Batch(ctx context.Context, professionalID, batchID string) (*Batch, error)

	// Buy buys a batch of codes for a professional, verified or not. The caller has authenticated them with [professional.Client.Authenticate], which
	// rejects suspended ones. With a nonce the batch is active immediately, or awaits payment while the outcome is unknown (see [Batch.Confirming]);
	// meta.IdempotencyKey is required, as for Pay of package checkout. By invoice the batch awaits [Client.Activate].
	//
	// Errors: [fault.ValidationError] with nothing charged: packageId, size, nonce (missing, or declined with the reason), cardHolderName, pricing if
	// amountDisplayed isn't the price. Faults: [BatchUnknown] for an unknown professional, [payment.Invalid], [payment.Closed],
	// [payment.Unavailable], [fault.TooManyTries], [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress].
	Buy(ctx context.Context, professionalID string, in PurchaseInput, meta caller.Meta) (*Batch, error)

	// Activate makes a batch's codes valid, for an operator: its invoice is paid. The professional gets a mail. Repeated calls change nothing.
	// Faults: [BatchUnknown], [BatchWasRevoked], [BatchPaying] for a batch paid by card.
	Activate(ctx context.Context, batchID string) (*Batch, error)

	// RevokeBatch ends a batch and revokes its unused codes. A code held by an order is revoked when the order releases it. Repeated calls change
	// nothing. Faults: [BatchUnknown], [BatchPaying] while its payment is undecided.
	RevokeBatch(ctx context.Context, professionalID, batchID string) (*Batch, error)

	// Revoke ends one code of a batch. Faults: [BatchUnknown] for another's batch or code, [SubscriptionCodeGone] for a code that is held, used,
	// revoked or expired.
	Revoke(ctx context.Context, professionalID, batchID, codeID string) error

	// Events returns the newest 2,000 events of a batch's audit trail, the oldest of them first. Fault: [BatchUnknown].
	Events(ctx context.Context, professionalID, batchID string) ([]BatchEvent, error)

	// Codes lists the decrypted codes of a professional's batch, and records the reading in the audit trail. Faults: [BatchUnknown]; [BatchUnpaid]
	// while the batch awaits payment.
	Codes(ctx context.Context, professionalID, batchID string) ([]BatchCode, error)

	// Issue issues the batch's next code and stores the recipient. With an email address, a job mails the code there. A repeated call with the same
	// idempotency key and content returns the same code.
	//
	// Errors: [fault.ValidationError] (issuedTo, email). Faults: [BatchUnknown], [BatchUnpaid], [BatchWasRevoked], [BatchEmpty] if no code is left or
	// the batch has expired.
	Issue(ctx context.Context, professionalID, batchID string, in IssueInput, meta caller.Meta) (*BatchCode, error)

	// NoticeExpiring enqueues a mail to the owner of each batch with unused codes 30 and 7 days before they expire, and records it in the batch's
	// trail. It returns the number of mails. A batch seen late gets only the last notice.
	NoticeExpiring(ctx context.Context) (int, error)

	// Awaiting lists the batches with unpaid invoices, the oldest first, at most 500, and records that an operator read them. Fault:
	// [fault.OperatorUnnamed].
	Awaiting(ctx context.Context) ([]AwaitingBatch, error)

	// ClientToken returns the provider's token with which a page turns a professional's card or wallet into a nonce for [Client.Buy], in the
	// package's currency. The caller has authenticated the professional.
	//
	// Errors: [fault.ValidationError] (packageId). Faults: [payment.Closed], [payment.Unavailable], [fault.TooManyTries].
	ClientToken(ctx context.Context, professionalID string, packageID int, meta caller.Meta) (string, error)
}
