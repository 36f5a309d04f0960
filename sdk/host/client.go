package host

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Faults of the host's calls and of operators' calls about it. Compare with errors.Is.
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
	ID      string // webhook-id: the same for every try, so that a host knows what it has already
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
	ReturnURLs []string // addresses of the host's application to which somebody who is logged in may be led

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

// Client runs the operations of this package. sdk.New makes it.
type Client struct {
	core   *core.Core
	config Config
}

// New makes a Client.
func New(core *core.Core, config Config) (*Client, error) {
	for _, address := range config.ReturnURLs {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Fragment != "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
			return nil, errors.New("sdk: Config.Host.ReturnURLs holds what is no address like https://app.example.com/welcome")
		}
	}
	config.Lease, config.Pause = cmp.Or(config.Lease, DefaultLease), cmp.Or(config.Pause, DefaultPause)
	if config.Lease < 0 || config.Pause < 0 {
		return nil, errors.New("sdk: Config.Host.Lease and Pause can't be negative")
	}
	return &Client{core: core, config: config}, nil
}
