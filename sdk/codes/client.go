package codes

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// Create makes a batch with its codes. Each is worth the package's list price of today. Broken rules
	// (fields packageId, size) are a *[fault.ValidationError].
	Create(ctx context.Context, in BatchInput, meta caller.Meta) (*Batch, error)

	// Batches lists a professional's batches, the newest first, at most 500.
	Batches(ctx context.Context, professionalID string) ([]Batch, error)

	// Batch reads one of a professional's batches. Fault: [BatchUnknown].
	Batch(ctx context.Context, professionalID, batchID string) (*Batch, error)

	// Buy buys a batch of codes for a professional, verified or not. The caller has authenticated them with
	// [professional.Client.Authenticate], which refuses a suspended one. Paid with a nonce, it is active immediately, or awaits
	// payment while the provider's answer isn't known (see [Batch.Confirming]); then meta.IdempotencyKey is
	// required, as for Pay of package checkout. By invoice it awaits [Client.Activate].
	//
	// Errors: [fault.ValidationError] with nothing charged: packageId, size, nonce (missing, or declined with the
	// reason), cardHolderName, pricing where amountDisplayed isn't the price. Faults: [BatchUnknown] where no
	// professional has the id, [payment.Invalid], [payment.Closed], [payment.Unavailable], [fault.TooManyTries],
	// [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress].
	Buy(ctx context.Context, professionalID string, in PurchaseInput, meta caller.Meta) (*Batch, error)

	// Activate makes a batch's codes valid, for an operator: its invoice is paid. A mail
	// informs the professional. Doing it twice changes nothing. Faults: [BatchUnknown], [BatchWasRevoked],
	// [BatchPaying] for a batch that a card pays.
	Activate(ctx context.Context, batchID string) (*Batch, error)

	// RevokeBatch ends a batch and revokes its unused codes. A code that an order holds is revoked
	// when the order releases it. Doing it twice changes nothing. Faults:
	// [BatchUnknown], [BatchPaying] while its payment isn't decided.
	RevokeBatch(ctx context.Context, professionalID, batchID string) (*Batch, error)

	// Revoke ends one code of a batch. Faults: [BatchUnknown] for a batch or code of
	// another, [SubscriptionCodeGone] for one that is held, used, revoked or expired.
	Revoke(ctx context.Context, professionalID, batchID, codeID string) error

	// Events returns the audit trail of a professional's batch, the oldest event first, at most the newest 2,000. Fault: [BatchUnknown].
	Events(ctx context.Context, professionalID, batchID string) ([]BatchEvent, error)

	// Codes lists the codes of a professional's batch, in clear, and records the reading in the audit trail.
	// Faults: [BatchUnknown]; [BatchUnpaid] while the batch awaits payment.
	Codes(ctx context.Context, professionalID, batchID string) ([]BatchCode, error)

	// Issue issues the batch's next code and records the recipient; with an e-mail address it is
	// mailed there by a job. With an idempotency key a second call of the same content gives the same code.
	//
	// Errors: [fault.ValidationError] (issuedTo, email). Faults: [BatchUnknown], [BatchUnpaid],
	// [BatchWasRevoked], [BatchEmpty] where none is left or the batch has expired.
	Issue(ctx context.Context, professionalID, batchID string, in IssueInput, meta caller.Meta) (*BatchCode, error)

	// NoticeExpiring leaves a mail for the owner of each batch with unused codes 30 and 7 days before they
	// expire, and writes it into the batch's trail. It returns the number of mails. A batch that gets
	// here late gets the last notice alone.
	NoticeExpiring(ctx context.Context) (int, error)

	// Awaiting lists the batches that wait for their invoice to be paid, the oldest first, at most 500, and notes that an operator looked.
	// Fault: [fault.OperatorUnnamed].
	Awaiting(ctx context.Context) ([]AwaitingBatch, error)

	// ClientToken returns the provider's token with which a page turns a professional's card or wallet into a nonce for
	// [Client.Buy]. Its currency is the package's. The caller has authenticated the professional.
	//
	// Errors: [fault.ValidationError] (packageId). Faults: [payment.Closed], [payment.Unavailable], [fault.TooManyTries].
	ClientToken(ctx context.Context, professionalID string, packageID int, meta caller.Meta) (string, error)
}
