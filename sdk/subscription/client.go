package subscription

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Client is the API of this package. [sdk.New] returns one.
type Client interface {
	// Cancel ends a subscription's renewal for its payer, the holder of the account token. The paid term runs to its end. The payment of a renewal in
	// progress is returned. Repeated calls change nothing.
	//
	// Faults: [fault.TokenInvalid]; [NotFound] for another account's.
	Cancel(ctx context.Context, subscriptionID string, token secret.Secret) (*Subscription, error)

	// EndRenewal is [Client.Cancel] for an operator. Fault: [NotFound].
	EndRenewal(ctx context.Context, subscriptionID string) (*Subscription, error)

	// ClientToken returns the provider's token with which the payer's browser turns another card or wallet into a nonce, in the subscription's
	// currency. The subscription must renew, or have an amount due.
	//
	// Faults: [fault.TokenInvalid], [NotFound], [NotRenewing], [payment.Closed],
	// [payment.Unavailable], [fault.TooManyTries].
	ClientToken(ctx context.Context, subscriptionID string, token secret.Secret) (string, error)

	// ReplaceMethod replaces the payment method of all seats that the payer's contract renews, e.g. because the old one expired or was declined. The
	// provider verifies a card with its bank. It charges nothing, except for a renewal that was declined before: that one is retried soon after.
	//
	// Errors: [fault.ValidationError] (nonce) if the provider declines the method. Faults: those of [Client.ClientToken]; [payment.Unavailable] if
	// the provider gives no clear answer: the old method stays, and another try needs another nonce.
	ReplaceMethod(ctx context.Context, subscriptionID string, token secret.Secret, in PaymentMethodInput, meta caller.Meta) (*Subscription, error)

	// SetMethod is [Client.ReplaceMethod] for an operator.
	SetMethod(ctx context.Context, subscriptionID string, in PaymentMethodInput, meta caller.Meta) (*Subscription, error)

	// PayAgain pays for a subscription that is suspended because its payment was approved but could not be collected. It charges the same order at
	// the same price, once for any number of calls (meta.IdempotencyKey is required, as for Pay of package checkout). The subscription is active
	// again once the money is captured, which is before PayAgain returns unless the provider is slow. A method kept for renewals is replaced by this
	// one.
	//
	// Errors: [fault.ValidationError] with nothing charged: nonce (missing, not verified, or declined with the reason), cardHolderName. Faults:
	// [fault.TokenInvalid]; [NotFound] for another payer's subscription; [NothingDue], also while another payment is in progress; [DueChanged];
	// [payment.Invalid], [payment.Closed], [payment.Unavailable], [fault.TooManyTries], [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch],
	// [fault.InProgress].
	PayAgain(ctx context.Context, subscriptionID string, token secret.Secret, in PayAgainInput, meta caller.Meta) (*PaidAgain, error)

	// List lists subscriptions for an operator, newest first. Faults: [Invalid]; [NotFound] for a Before that isn't an id.
	List(ctx context.Context, f Filter) ([]Subscription, error)

	// Find returns one subscription with its renewals, for an operator. Fault: [NotFound].
	Find(ctx context.Context, id string) (*Detail, error)

	// Own lists the subscriptions that the holder of the account token pays for or uses, the latest term first. Another payer's has neither price nor
	// retries. Fault: [fault.TokenInvalid].
	Own(ctx context.Context, token secret.Secret) ([]Subscription, error)

	// Renew renews a subscription whose term is over, with all of its renewing seats. Concurrent workers renew it once. Like every payment, it is an
	// attempt of the attempt machine: the reconciler looks up unknown outcomes, and the money is captured only for a stored renewal.
	Renew(ctx context.Context, subscriptionID string) (RenewalOutcome, error)

	// ScheduleRenewals does the work of [job.RenewalJob]. Concurrent and repeated calls are safe.
	ScheduleRenewals(ctx context.Context) error

	// RunRenewals renews immediately what the periodic job leaves to jobs, for an operator, and returns the result of each. It continues after a
	// failed one. A time in the future is for dry runs, and for the sandbox. Fault: [RenewalsEarly].
	RunRenewals(ctx context.Context, run RenewalRun) (*RenewalReport, error)
}
