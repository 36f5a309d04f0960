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
	CodeInvalid      = fault.New(fault.Unauthenticated, "host_code_invalid", nil) // unknown, used, expired, or for another return URL: the same fault for all
	SendingOff       = fault.New(fault.Conflict, "host_sending_off", nil)         // this program sends no events
)

// Message is an event in the form in which it is sent.
type Message struct {
	URL     string
	ID      string // webhook-id: the same for every try, so that an integration recognizes duplicates
	Body    []byte
	Secrets []secret.Secret // each signs; two while one replaces the other
}

// Sender sends messages to endpoints. Package webhook implements it.
type Sender interface {
	// Send returns the endpoint's HTTP status, or an error if there was no response. The error contains no address.
	Send(ctx context.Context, m Message) (status int, err error)
	// Permit returns an error for a URL that is not allowed for an endpoint.
	Permit(address string) error
	// Reach connects to an endpoint without sending anything.
	Reach(ctx context.Context, address string) error
}

// Config configures the sending of events and the return URLs.
type Config struct {
	Sender     Sender   // nil: events are stored and can be read, but not sent
	ReturnURLs []string // URLs of the integration to which a login may lead

	// Lease is the time after which another process may take over a delivery. If it is shorter than a response may take ([SendTimeout]), a
	// slow endpoint gets events twice. Default [DefaultLease].
	Lease time.Duration
	// Pause is the pause before the second try of an event. Later pauses scale with it. Default [DefaultPause].
	Pause time.Duration
}

// The default durations of [Config].
const (
	DefaultLease = time.Minute
	DefaultPause = 5 * time.Second
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// Sending returns the ids of the enabled endpoints; none if this program sends no events.
	Sending(ctx context.Context) ([]string, error)

	// Deliver sends an endpoint its due events, the first of each subject, and returns their number: 0 if none is left. Workers may run it at
	// the same time.
	Deliver(ctx context.Context, endpointID string) (int, error)

	// AddEndpoint adds an endpoint and returns it with its signing secret, which is shown only this once. The endpoint gets future events;
	// [Client.Replay] sends earlier ones. Errors: [fault.ValidationError] (url, kinds, people). Fault: [SendingOff].
	AddEndpoint(ctx context.Context, in EndpointInput, lang string) (*Endpoint, error)

	// ChangeEndpoint changes an endpoint. If the change rotates the secret, the result has the new one, only this once. Errors:
	// [fault.ValidationError]. Faults: [EndpointNotFound], [SendingOff].
	ChangeEndpoint(ctx context.Context, endpointID string, change EndpointChange, lang string) (*Endpoint, error)

	// RemoveEndpoint removes an endpoint and its pending deliveries. Fault: [EndpointNotFound].
	RemoveEndpoint(ctx context.Context, endpointID string) error

	// Endpoints lists the endpoints, oldest first.
	Endpoints(ctx context.Context) ([]Endpoint, error)

	// Endpoint returns an endpoint without its secrets. Fault: [EndpointNotFound].
	Endpoint(ctx context.Context, endpointID string) (*Endpoint, error)

	// Entitlement returns an account's entitlement. Scope: entitlements. Faults: [fault.TokenInvalid], [ScopeMissing], [AccountNotFound].
	Entitlement(ctx context.Context, token secret.Secret, accountID string) (*Entitlement, error)

	// Lookup returns the entitlement of the account with an email address. Callers send the address in clear in the request's body. A hash
	// would be as easy to guess, and would have to be stored. Scope: lookup. Faults: [fault.TokenInvalid], [ScopeMissing], [AccountNotFound].
	Lookup(ctx context.Context, token secret.Secret, email string) (*Entitlement, error)

	// Events lists events, newest first. Fault: [EventNotFound] for a filter by a malformed subject.
	Events(ctx context.Context, f EventFilter) ([]Event, error)

	// Event returns an event with its deliveries. Fault: [EventNotFound].
	Event(ctx context.Context, id string) (*EventHistory, error)

	// Dead lists an endpoint's dead deliveries, newest first. Fault: [EndpointNotFound].
	Dead(ctx context.Context, endpointID string, before int64, limit int) ([]Delivery, error)

	// Feed returns the events after a position, in order. If there is none, it waits for the next one, for wait or at most [FeedWait]. Pass
	// Next to the next call to miss no event. A limit of 0 is 50 events; the maximum is 500. An event is in the feed once [Client.Relay] has
	// numbered it, which a worker does every second. Scope: events. Faults: [fault.TokenInvalid], [ScopeMissing].
	Feed(ctx context.Context, token secret.Secret, after int64, limit int, wait time.Duration) (*FeedPage, error)

	// After is [Client.Feed] for operators.
	After(ctx context.Context, after int64, limit int, wait time.Duration) ([]Event, error)

	// UseLoginCode exchanges a login code for the entitlement of its account. returnURL is the URL that received the code. The first call
	// uses the code up, even if it fails. Scope: login. Faults: [fault.TokenInvalid], [ScopeMissing], [CodeInvalid].
	UseLoginCode(ctx context.Context, token, code secret.Secret, returnURL string) (*Entitlement, error)

	// Relay numbers stored events, and creates a delivery for each endpoint that subscribes to them. It returns the number of events. Any
	// number of workers may run it: one at a time does the work, and the others find nothing to do.
	Relay(ctx context.Context) (moved int, err error)

	// OutboxLag returns the age of the oldest event that isn't numbered yet; 0 if there is none.
	OutboxLag(ctx context.Context) (time.Duration, error)

	// Replay sends events to an endpoint again, in order, including dead ones and those from before it was added. It returns their number. A
	// host recognizes duplicates by their ids. Faults: [EndpointNotFound], [EventNotFound] for a malformed id.
	Replay(ctx context.Context, endpointID string, r Replay) (int, error)

	// SendTest sends an event of type test to an endpoint immediately. It is signed like any other, but not stored. Faults: [EndpointNotFound],
	// [SendingOff].
	SendTest(ctx context.Context, endpointID string) (*TestResult, error)

	// CheckEndpoint connects to an endpoint without sending anything. It returns the failure, or nil for a reachable endpoint. Fault:
	// [SendingOff].
	CheckEndpoint(ctx context.Context, e Endpoint) error

	// CreateToken creates a token for an integration's server. It is shown only this once, and valid until it is revoked. Error:
	// [fault.ValidationError] (name, scopes).
	CreateToken(ctx context.Context, in TokenInput, lang string) (*Token, error)

	// Tokens lists the tokens, oldest first, without their secret part.
	Tokens(ctx context.Context) ([]Token, error)

	// RevokeToken revokes a token immediately. Fault: [TokenNotFound].
	RevokeToken(ctx context.Context, tokenID string) error
}
