package subscription

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// Cancel ends a subscription's renewal, at the word of its payer, who is known by an account
	// token. The term that is paid goes on to its end. A renewal that is being paid just then is given back.
	// Calling it again changes nothing.
	//
	// Faults: [fault.TokenInvalid]; [NotFound] for another account's.
	Cancel(ctx context.Context, subscriptionID string, token secret.Secret) (*Subscription, error)

	// EndRenewal is [Client.Cancel] for an operator. Fault: [NotFound].
	EndRenewal(ctx context.Context, subscriptionID string) (*Subscription, error)

	// ClientToken returns the provider's token with which the payer's browser turns another card or wallet into a nonce, in the subscription's
	// currency. The subscription renews, or has an amount due.
	//
	// Faults: [fault.TokenInvalid], [NotFound], [NotRenewing], [payment.Closed],
	// [payment.Unavailable], [fault.TooManyTries].
	ClientToken(ctx context.Context, subscriptionID string, token secret.Secret) (string, error)

	// ReplaceMethod has a subscription renew with another payment method, at the word of its payer: theirs has
	// expired, or was declined. Every seat that they pay for with it follows. A card's bank is asked whether the card
	// is good; nothing is charged but a renewal that was declined before, which is tried again soon after.
	//
	// Errors: [fault.ValidationError] (nonce) where the provider refuses the method. Faults: those of
	// [Client.ClientToken]; [payment.Unavailable] where the provider gives no clear answer: the old method
	// stands, and another try needs another nonce.
	ReplaceMethod(ctx context.Context, subscriptionID string, token secret.Secret, in PaymentMethodInput, meta caller.Meta) (*Subscription, error)

	// SetMethod is [Client.ReplaceMethod] for an operator.
	SetMethod(ctx context.Context, subscriptionID string, in PaymentMethodInput, meta caller.Meta) (*Subscription, error)

	// PayAgain pays, at the word of its payer, for a subscription that is suspended because its payment was approved and could not be collected: the same order, at
	// the same price, charged once however often the call is sent (meta.IdempotencyKey is required, as for Pay of package checkout). It is active again
	// once the money is captured, which is before the answer unless the provider is slow. A method that was kept to renew with is replaced by this one.
	//
	// Errors: [fault.ValidationError] with nothing charged: nonce (missing, not verified, or declined with the reason), cardHolderName. Faults: [fault.TokenInvalid];
	// [NotFound] for a subscription that somebody else pays for; [NothingDue], also while another payment is under way; [DueChanged]; [payment.Invalid],
	// [payment.Closed], [payment.Unavailable], [fault.TooManyTries], [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress].
	PayAgain(ctx context.Context, subscriptionID string, token secret.Secret, in PayAgainInput, meta caller.Meta) (*PaidAgain, error)

	// List lists subscriptions for an operator, newest first. Faults: [Invalid],
	// [NotFound] for a Before that is no id.
	List(ctx context.Context, f Filter) ([]Subscription, error)

	// Find returns one subscription with its renewals, to an operator. Fault: [NotFound].
	Find(ctx context.Context, id string) (*Detail, error)

	// Own lists the subscriptions that the holder of an account token pays for or uses, the present term first. Another payer's is
	// shown without its price and without the tries to renew it.
	// Fault: [fault.TokenInvalid].
	Own(ctx context.Context, token secret.Secret) ([]Subscription, error)

	// Renew renews a subscription whose term is over, with the seats that were bought with it: once,
	// however many workers try. It takes the attempt machine's way: what isn't known is found out by the
	// reconciler, and the money moves only for a renewal that is written down.
	Renew(ctx context.Context, subscriptionID string) (RenewalOutcome, error)

	// ScheduleRenewals does what [job.RenewalJob] says. It may run any number of times, beside others.
	ScheduleRenewals(ctx context.Context) error

	// RunRenewals does immediately what the periodic job does with jobs, on behalf of an operator, and returns the result
	// of each. It goes on after one that failed. Only a dry run may look ahead of today, or any run against the sandbox.
	// Fault: [RenewalsEarly].
	RunRenewals(ctx context.Context, run RenewalRun) (*RenewalReport, error)
}
