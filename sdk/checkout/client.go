package checkout

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Client is the API of this package. [sdk.New] returns one.
type Client interface {
	// Pay pays for a registration exactly once, even if calls are repeated or answers lost. The answer's status is accepted, with the receipt and the
	// token that sets username and password, or confirming while the provider's outcome is unknown: then call [Client.Status], or Pay again with the
	// same key. meta.IdempotencyKey is required. Keep it after a lost answer or confirming; generate a new one after any other answer.
	//
	// Errors: [fault.ValidationError] with nothing charged and the registration still open: field pricing (with the new quote) if the displayed
	// amounts are no longer the price or the quote's terms differ about the renewal, nonce if the provider declined, paymentCodes, promoCodes,
	// paymentType, cardHolderName, bankAccountNumber, termsAndConditions, duplicate, referral.selection. Faults: [fault.RegistrationNotFound],
	// [fault.RegistrationKeyWrong], [fault.RegistrationGone], [fault.RegistrationIsPaid], [fault.RegistrationBusy] while another sign-up with the
	// same email pays, [fault.StepOutOfOrder], [payment.Invalid], [payment.Closed] and [payment.ProveMailbox] after too many declines,
	// [payment.Unavailable], [fault.TooManyTries], [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress].
	Pay(ctx context.Context, signupID string, key secret.Secret, in payment.Input, meta caller.Meta) (*payment.Answer, error)

	// Status returns the status of a registration's payment: confirming while the provider's outcome is unknown, declined (with the reason in the
	// registration's language, field nonce) if it can be tried again, or accepted with everything that [Client.Pay] returns. Until username and
	// password are set, each accepted answer has a new token for them, which replaces the previous one.
	//
	// Faults: [fault.RegistrationNotFound], [fault.RegistrationKeyWrong], [fault.RegistrationGone], [PaymentMissing].
	Status(ctx context.Context, signupID string, key secret.Secret) (*payment.Answer, error)

	// ClientToken returns the provider's token with which a browser turns a card or wallet into a nonce. Card testers want such tokens, so it takes a
	// registration with a chosen package and few declines. The token's currency is the package's. While payments are tightened,
	// [payment.ClientToken.VerifyCard] may require 3-D Secure.
	//
	// Faults: [fault.RegistrationNotFound], [fault.RegistrationKeyWrong], [fault.RegistrationGone], [fault.RegistrationIsPaid],
	// [fault.StepOutOfOrder], [payment.Closed], [payment.ProveMailbox], [payment.Unavailable], [fault.TooManyTries].
	ClientToken(ctx context.Context, signupID string, key secret.Secret, meta caller.Meta) (payment.ClientToken, error)
}
