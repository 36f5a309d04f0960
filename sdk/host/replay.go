package host

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// Replay says which events are sent again. The zero value: all that are kept.
type Replay struct {
	From    time.Time `json:"from,omitzero" doc:"Events from this time on"`
	To      time.Time `json:"to,omitzero" doc:"Events before this time; left out: now"`
	Subject string    `json:"subject,omitempty" maxLength:"36" doc:"Events about one subject"`
	EventID string    `json:"eventId,omitempty" maxLength:"36" doc:"One event"`
}

// Replay sends an endpoint events again, in their order, also those that happened before it was added or that were given up. It returns how many. A
// host that has them knows them by their ids. Faults: [EndpointNotFound], [EventNotFound] for what is no id.
func (c *Client) Replay(ctx context.Context, endpointID string, r Replay) (int, error) {
	endpoint, err := c.findEndpoint(ctx, endpointID)
	if err != nil {
		return 0, err
	}
	subject, err := optionalID(r.Subject, EventNotFound)
	if err != nil {
		return 0, err
	}
	id, err := optionalID(r.EventID, EventNotFound)
	if err != nil {
		return 0, err
	}
	if r.To.IsZero() {
		r.To = c.core.Now().AddDate(1, 0, 0)
	}
	n, err := c.core.Q.ReplayHostEvents(ctx, db.ReplayHostEventsParams{
		EndpointID: endpoint.ID, Now: c.core.Now(), FromTime: r.From, ToTime: r.To, Subject: subject, ID: id, Kinds: endpoint.Kinds,
	})
	if err != nil {
		return 0, fmt.Errorf("replay: %w", err)
	}
	return int(n), nil
}

// TestResult is what an endpoint answered to a test.
type TestResult struct {
	EventID string        `json:"eventId"`
	Status  int           `json:"status" doc:"0 where there was no answer"`
	Problem string        `json:"problem,omitempty"`
	Took    time.Duration `json:"tookNanoseconds"`
}

// SendTest sends an endpoint an event of type test right now. It is signed as every other, and isn't kept. Faults: [EndpointNotFound], [SendingOff].
func (c *Client) SendTest(ctx context.Context, endpointID string) (*TestResult, error) {
	if c.config.Sender == nil {
		return nil, SendingOff
	}
	endpoint, err := c.findEndpoint(ctx, endpointID)
	if err != nil {
		return nil, err
	}
	secrets, err := c.secretsOf(endpoint)
	if err != nil {
		return nil, err
	}
	event := Event{ID: pg.NewID().String(), Type: TestKind, At: time.Now().UTC(), Subject: uuid.Nil.String(), Data: json.RawMessage(`{}`)}
	began := time.Now()
	out := &TestResult{EventID: event.ID}
	out.Status, out.Problem = c.send(ctx, endpoint.Url, event, secrets)
	out.Took = time.Since(began)
	return out, nil
}

// CheckEndpoint connects to an endpoint and sends nothing. It returns what is wrong, nil for nothing. Fault: [SendingOff].
func (c *Client) CheckEndpoint(ctx context.Context, e Endpoint) error {
	if c.config.Sender == nil {
		return SendingOff
	}
	ctx, cancel := context.WithTimeout(ctx, SendTimeout)
	defer cancel()
	return c.config.Sender.Reach(ctx, e.URL)
}
