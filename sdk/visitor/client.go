package visitor

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/job"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// SuggestAddresses returns addresses that begin with what was typed, for the holder of a sign-up that is
	// open. Searches are counted by sign-up and by address of the caller, since a provider bills for each.
	//
	// Faults: [AddressSearchOff] where no provider is configured; [AddressSearchUnavailable]; [fault.TooManyTries];
	// for a key those of [signup.Client.Read], for a token [account.InvitationTokenInvalid] and [fault.AccountForbidden].
	SuggestAddresses(ctx context.Context, who SignupHolder, in AddressQuery, meta caller.Meta) ([]AddressSuggestion, error)

	// FindAddress returns the whole address of a suggestion: region as its code, postal code as the country
	// writes it. An address outside of [AddressCountries] is none. Faults as [Client.SuggestAddresses], and
	// [AddressNotFound].
	FindAddress(ctx context.Context, who SignupHolder, in AddressRequest, meta caller.Meta) (*FoundAddress, error)

	// RecordEvents enqueues a visitor's events for analytics. Without analytics, or without
	// the visitor's id, it does nothing.
	RecordEvents(ctx context.Context, anonymousID string, events []AnalyticsEvent) error

	// SendAnalytics is the work of an [job.AnalyticsJob]. Events that the service rejects are dropped and logged.
	SendAnalytics(ctx context.Context, messages []job.AnalyticsMessage) error

	// SendOrderAnalytics sends analytics a placed order, if its visitor may be counted, and the account's id, if the
	// visitor agreed to be identified. It sends no other personal data.
	SendOrderAnalytics(ctx context.Context, orderID string) error

	// PageFile returns a file that another release has published; nil where none has.
	PageFile(ctx context.Context, name string) ([]byte, error)

	// CountWrite counts one changing call of a client address. Adapters call it once for each such call,
	// before the operation, and tell the caller the state. Faults: [fault.TooManyTries] (the state is valid then,
	// too). An empty address isn't limited.
	CountWrite(ctx context.Context, clientAddr string) (caller.LimitState, error)

	// ReadLimit returns how often an address may read. Adapters count reads themselves: in the database, counting would cost more than most reads.
	ReadLimit() caller.Limit

	// SupportChatToken signs a token that identifies the writer to the support chat: the holder of a registration's
	// key or of a token (an account's, an invitation's), or a visitor by their anonymous id.
	// It opens no other person's conversation, since each is named by a secret of its own person. An
	// e-mail address counts as checked only where its link was followed.
	//
	// Faults: [SupportChatOff] where the flag is off for the visitor or no key is configured;
	// [SupportChatNameless]; [fault.TooManyTries], counted by the caller's address; for a key those of
	// [signup.Client.Read], for a token [account.InvitationTokenInvalid] and [fault.AccountForbidden].
	SupportChatToken(ctx context.Context, who SignupHolder, meta caller.Meta) (*ChatToken, error)
}
