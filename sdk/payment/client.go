package payment

import (
	"context"
	"time"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// Refund returns money to the payer on behalf of an operator: any number of times, and never more than is left. An authorisation is voided as a whole; so
	// is a capture that isn't settled yet, where everything is asked for; a settled one is refunded. What is in review and has a transaction is voided, too.
	//
	// Once everything is refunded the subscription ends, unless in says otherwise, and the attempt is refunded: codes and coupon stay spent. A voided
	// authorisation releases them, and no mail is sent, since no money was taken. Every other refund is mailed to the payer. The same call again
	// changes nothing (see [RefundInput]). The operator is that of the context ([caller.WithOperator]).
	//
	// Faults: [AttemptNotFound], [AttemptNotRefundable], [RefundInvalid], [RefundTooMuch], [RefundUnsettled], [RefundUnanswered], [fault.InProgress],
	// [Unavailable] when the provider gives no clear answer: then call it again.
	Refund(ctx context.Context, id string, in RefundInput) (*AttemptDetail, error)

	// Attempts lists payment attempts, newest first.
	Attempts(ctx context.Context, f AttemptFilter) ([]Attempt, error)

	// Attempt returns one attempt with everything that happened to it. Fault: [AttemptNotFound].
	Attempt(ctx context.Context, id string) (*AttemptDetail, error)

	// Disputes lists disputes: the open ones first, by the day until which evidence is taken, then the others, the last decided first.
	Disputes(ctx context.Context, f DisputeFilter) ([]Dispute, error)

	// Webhook processes a webhook of the provider: its two form fields, as received. The webhook only names a transaction;
	// what is done depends on the transaction's status, which Webhook asks the provider for. So webhooks may arrive in any
	// order and more than once. A declined settlement or an opened dispute (chargeback) suspends the subscription; a won
	// dispute makes it active again, and a lost one ends it. Disputes and refunds, and the money that they move, are written down with it. An attempt that is
	// open or not captured yet is reconciled, as [Client.Sweep] does later. A webhook about an unknown transaction is ignored.
	//
	// Faults: [WebhookRefused]; [Unavailable] and [fault.InProgress], after which the provider sends it again.
	Webhook(ctx context.Context, signature, payload string) error

	// GuardReport reads the payments guard for operators.
	GuardReport(ctx context.Context) (*GuardReport, error)

	// SetGuard sets the payments guard by hand, on every server, under the name of the operator ([caller.WithOperator], or the process's).
	//
	// Faults: [SwitchInvalid], [fault.OperatorUnnamed].
	SetGuard(ctx context.Context, in SwitchInput) (*Switch, error)

	// Capture settles the authorisation of a placed order. It may be called any number of times and
	// moves the money once: an attempt that was begun before is asked about first. An error of the provider is
	// no error here: the attempt stays, and the sweep tries again. Where the order isn't placed (any more) the
	// authorisation is voided instead.
	Capture(ctx context.Context, attemptID string) error

	// Void voids an authorisation whose order can't be placed. It may be called any number of times.
	// An authorisation of a placed order is left alone.
	Void(ctx context.Context, attemptID string) error

	// Reconcile asks the provider for the result of an attempt and advances it as far as possible. It never
	// sends a charge again. If another process holds the attempt, or nothing is open, it does nothing.
	Reconcile(ctx context.Context, attemptID string) error

	// ReconcileNow advances an attempt as far as possible on behalf of an operator: it doesn't wait for another process's
	// lease to end, and resumes an attempt in review. Fault: [AttemptNotFound].
	ReconcileNow(ctx context.Context, id string) (*AttemptDetail, error)

	// Sweep reconciles every attempt that is due and that no process holds: it is the safety net
	// under the jobs. Any number of processes may sweep concurrently. It returns how many attempts it looked at, and
	// goes on after an attempt that failed.
	Sweep(ctx context.Context) (int, error)

	// SweepInterval is how often [Client.Sweep] should be called.
	SweepInterval() time.Duration

	// Settle asks the provider, by search and in batches, about every captured payment whose money isn't final, about refunds that were made in
	// its control panel, and about disputes. It writes down what it finds: for cards and wallets no webhook tells of a settlement, and other
	// webhooks get lost. It also numbers the receipts that no mail has numbered. It may run at any time, beside others.
	Settle(ctx context.Context) (*SettleReport, error)

	// ForgetMethod has the provider delete a removed payment method and its customer, and then forgets the
	// token itself. It may run any number of times; one that is in use or already forgotten is left as it is.
	ForgetMethod(ctx context.Context, id string) error
}
