package payment

import (
	"context"
	"time"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// Refund returns money to the payer on behalf of an operator. It may be called any number of times, and never returns more than is left. It voids
	// an authorization as a whole, and also an unsettled capture if everything is refunded. It refunds a settled capture. It also voids a transaction
	// in review.
	//
	// Once everything is refunded, the subscription ends unless in keeps it, and the attempt is refunded. Codes and coupon stay spent. A voided
	// authorization releases them, and sends no mail, since no money was taken. Every other refund is mailed to the payer. Repeating a call changes
	// nothing (see [RefundInput]). The operator is the context's ([caller.WithOperator]).
	//
	// Faults: [AttemptNotFound], [AttemptNotRefundable], [RefundInvalid], [RefundTooMuch], [RefundUnsettled], [RefundUnanswered], [fault.InProgress],
	// [Unavailable] if the provider gives no clear response: then call it again.
	Refund(ctx context.Context, id string, in RefundInput) (*AttemptDetail, error)

	// Attempts lists payment attempts, newest first.
	Attempts(ctx context.Context, f AttemptFilter) ([]Attempt, error)

	// Attempt returns one attempt with its history. Fault: [AttemptNotFound].
	Attempt(ctx context.Context, id string) (*AttemptDetail, error)

	// Disputes lists the open disputes first, by their deadline for evidence, then the others, the last decided first.
	Disputes(ctx context.Context, f DisputeFilter) ([]Dispute, error)

	// Webhook processes a webhook of the provider: its two form fields, as received. The webhook only names a transaction. Webhook reads the
	// transaction's status from the provider and acts on that, so webhooks may arrive in any order and more than once. A declined settlement or an
	// opened dispute (chargeback) suspends the subscription. A won dispute makes it active again, and a lost one ends it. Webhook also stores
	// disputes and refunds, with the money that they move. It reconciles an open or uncaptured attempt, as [Client.Sweep] does later. It ignores a
	// webhook about an unknown transaction.
	//
	// Faults: [WebhookRefused]; [Unavailable] and [fault.InProgress], after which the provider sends it again.
	Webhook(ctx context.Context, signature, payload string) error

	// GuardReport returns the payments guard for operators.
	GuardReport(ctx context.Context) (*GuardReport, error)

	// SetGuard sets the payments guard by hand, on every server, in the name of the operator ([caller.WithOperator], or the process's).
	//
	// Faults: [SwitchInvalid], [fault.OperatorUnnamed].
	SetGuard(ctx context.Context, in SwitchInput) (*Switch, error)

	// Capture settles the authorization of a placed order. It may be called any number of times and moves the money once: it first reads the state of
	// a capture that was begun before. An error of the provider is no error here: the attempt stays, and the sweep tries again. If the order isn't
	// placed (any more), Capture voids the authorization instead.
	Capture(ctx context.Context, attemptID string) error

	// Void voids the authorization of an order that can't be placed. It may be called any number of times. It leaves the authorization of a placed
	// order alone.
	Void(ctx context.Context, attemptID string) error

	// Reconcile reads an attempt's result from the provider and advances it as far as possible. It never sends a charge again. If another process
	// holds the attempt, or nothing is open, it does nothing.
	Reconcile(ctx context.Context, attemptID string) error

	// ReconcileNow advances an attempt as far as possible on behalf of an operator. It doesn't wait for the end of another process's lease, and
	// resumes an attempt in review. Fault: [AttemptNotFound].
	ReconcileNow(ctx context.Context, id string) (*AttemptDetail, error)

	// Sweep reconciles every due attempt that no process holds: it is the safety net under the jobs. Any number of processes may sweep concurrently.
	// It returns the number of due attempts, and continues after a failed one.
	Sweep(ctx context.Context) (int, error)

	// SweepInterval returns the time between two calls of [Client.Sweep].
	SweepInterval() time.Duration

	// Settle searches the provider, in batches, for every captured payment without final money, for refunds from its control panel, and for disputes.
	// It stores the results: no webhook reports a settlement of cards and wallets, and other webhooks get lost. It also numbers the receipts that no
	// mail has numbered. It may run at any time, concurrently with others.
	Settle(ctx context.Context) (*SettleReport, error)

	// ForgetMethod deletes a removed payment method and its customer at the provider, and then its token here. It may run any number of times. It
	// leaves alone a method that is in use or already forgotten.
	ForgetMethod(ctx context.Context, id string) error
}
