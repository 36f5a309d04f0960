package integration

import (
	"context"
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Faults of the integration's calls and of operators' calls about it. Compare with errors.Is.
var (
	EndpointNotFound = fault.New(fault.NotFound, "host_endpoint_not_found", nil)
	EventNotFound    = fault.New(fault.NotFound, "host_event_not_found", nil)
	AccountNotFound  = fault.New(fault.NotFound, "host_account_not_found", nil)
	TokenNotFound    = fault.New(fault.NotFound, "host_token_not_found", nil)
	ScopeMissing     = fault.New(fault.Forbidden, "host_scope_missing", nil)
	CodeInvalid      = fault.New(fault.Unauthenticated, "host_code_invalid", nil) // unknown, used, expired, or another return address: one answer for all
	SendingOff       = fault.New(fault.Conflict, "host_sending_off", nil)         // this program sends no events
)

// Message is an event as it is sent.
type Message struct {
	URL     string
	ID      string // webhook-id: the same for every try, so that an integration knows what it has already
	Body    []byte
	Secrets []secret.Secret // each signs; two while one replaces the other
}

// Sender sends messages to endpoints. Package webhook implements it.
type Sender interface {
	// Send returns the status that the endpoint answered with, or an error where there was no answer. The error names no address.
	Send(ctx context.Context, m Message) (status int, err error)
	// Permit returns an error where an address may not be an endpoint's.
	Permit(address string) error
	// Reach connects to an endpoint and sends nothing.
	Reach(ctx context.Context, address string) error
}

// Config is how events leave, and where people may be led.
type Config struct {
	Sender     Sender   // nil: events are written and can be read, but none is sent
	ReturnURLs []string // addresses of the integration to which somebody who is logged in may be led

	// Lease is how long a process that died keeps a delivery. Shorter than an endpoint may take to answer ([SendTimeout]), a slow one gets
	// events twice. Default [DefaultLease].
	Lease time.Duration
	// Pause is that before the second try of an event; the others grow with it. Default [DefaultPause].
	Pause time.Duration
}

// The durations of a [Config] that names none.
const (
	DefaultLease = time.Minute
	DefaultPause = 5 * time.Second
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// Sending returns the ids of the endpoints that events are sent to; none where this program sends no events.
	Sending(ctx context.Context) ([]string, error)

	// Deliver sends an endpoint the events that are due, each the first of its subject, and returns how many those were: 0 when nothing is left to
	// do. Workers may run it at the same time.
	Deliver(ctx context.Context, endpointID string) (int, error)

	// AddEndpoint adds an endpoint, and returns it with the secret that signs its deliveries, which is shown this once. The endpoint gets the
	// events from now on; [Client.Replay] sends earlier ones. Errors: [fault.ValidationError] (url, kinds, people). Fault: [SendingOff].
	AddEndpoint(ctx context.Context, in EndpointInput, lang string) (*Endpoint, error)

	// ChangeEndpoint changes an endpoint. Where a new secret was asked for, it is in the answer, this once. Errors: [fault.ValidationError]. Faults:
	// [EndpointNotFound], [SendingOff].
	ChangeEndpoint(ctx context.Context, endpointID string, change EndpointChange, lang string) (*Endpoint, error)

	// RemoveEndpoint removes an endpoint and its waiting deliveries. Fault: [EndpointNotFound].
	RemoveEndpoint(ctx context.Context, endpointID string) error

	// Endpoints lists the endpoints, the oldest first.
	Endpoints(ctx context.Context) ([]Endpoint, error)

	// Endpoint returns an endpoint, less its secrets. Fault: [EndpointNotFound].
	Endpoint(ctx context.Context, endpointID string) (*Endpoint, error)

	// Entitlement returns an account's entitlement. Scope: entitlements. Faults: [fault.TokenInvalid], [ScopeMissing], [AccountNotFound].
	Entitlement(ctx context.Context, token secret.Secret, accountID string) (*Entitlement, error)

	// Lookup returns the entitlement of the account with an e-mail address. The address comes in the request's body: its hash could be guessed as easily as
	// itself, and would have to be stored. Scope: lookup. Faults: [fault.TokenInvalid], [ScopeMissing], [AccountNotFound].
	Lookup(ctx context.Context, token secret.Secret, email string) (*Entitlement, error)

	// Events lists events, the newest first. Fault: [EventNotFound] for a filter by a malformed subject.
	Events(ctx context.Context, f EventFilter) ([]Event, error)

	// Event returns an event with its deliveries. Fault: [EventNotFound].
	Event(ctx context.Context, id string) (*EventHistory, error)

	// Dead lists an endpoint's deliveries that were given up, the newest first. Fault: [EndpointNotFound].
	Dead(ctx context.Context, endpointID string, before int64, limit int) ([]Delivery, error)

	// Feed returns the events after a position, in order, and waits for the next one as long as wait, at most [FeedWait], where there is none yet. The next
	// call passes Next, and misses none. A limit of 0 is 50 events; the most are 500. An event is in the feed once [Client.Relay] has numbered it,
	// as a worker does every second. Scope: events. Faults: [fault.TokenInvalid], [ScopeMissing].
	Feed(ctx context.Context, token secret.Secret, after int64, limit int, wait time.Duration) (*FeedPage, error)

	// After is [Client.Feed] for operators.
	After(ctx context.Context, after int64, limit int, wait time.Duration) ([]Event, error)

	// UseLoginCode exchanges a login code for the entitlement of its account. returnURL is the address of the request with the code. The first call uses the code up,
	// with or without success. Scope: login. Faults: [fault.TokenInvalid], [ScopeMissing], [CodeInvalid].
	UseLoginCode(ctx context.Context, token, code secret.Secret, returnURL string) (*Entitlement, error)

	// Relay numbers the events that have been written, and leaves a delivery of each for every endpoint that wants it. It returns how many those
	// were. Any number of workers may run it: one at a time does the work, and the others find nothing to do.
	Relay(ctx context.Context) (moved int, err error)

	// OutboxLag returns how long the oldest event has been waiting to be numbered; 0 where none is.
	OutboxLag(ctx context.Context) (time.Duration, error)

	// Replay sends an endpoint events again, in their order, also those that happened before it was added or that were given up. It returns how many. A
	// host that has them knows them by their ids. Faults: [EndpointNotFound], [EventNotFound] for a malformed id.
	Replay(ctx context.Context, endpointID string, r Replay) (int, error)

	// SendTest sends an endpoint an event of type test right now. It is signed as every other, and isn't kept. Faults: [EndpointNotFound], [SendingOff].
	SendTest(ctx context.Context, endpointID string) (*TestResult, error)

	// CheckEndpoint connects to an endpoint and sends nothing. It returns the failure; nil for an endpoint that can be reached. Fault: [SendingOff].
	CheckEndpoint(ctx context.Context, e Endpoint) error

	// CreateToken makes a token for an integration's server. It is shown this once, and good until it is revoked. Error: [fault.ValidationError] (name, scopes).
	CreateToken(ctx context.Context, in TokenInput, lang string) (*Token, error)

	// Tokens lists the tokens, the oldest first, less the tokens themselves.
	Tokens(ctx context.Context) ([]Token, error)

	// RevokeToken revokes a token immediately. Fault: [TokenNotFound].
	RevokeToken(ctx context.Context, tokenID string) error
}
