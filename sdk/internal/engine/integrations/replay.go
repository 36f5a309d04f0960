package integrations

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// Replay implements [integration.Client].
func (c *Engine) Replay(ctx context.Context, endpointID string, r integration.Replay) (int, error) {
	endpoint, err := c.findEndpoint(ctx, endpointID)
	if err != nil {
		return 0, err
	}
	subject, err := optionalID(r.Subject, integration.EventNotFound)
	if err != nil {
		return 0, err
	}
	id, err := optionalID(r.EventID, integration.EventNotFound)
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

// SendTest implements [integration.Client].
func (c *Engine) SendTest(ctx context.Context, endpointID string) (*integration.TestResult, error) {
	if c.config.Sender == nil {
		return nil, integration.SendingOff
	}
	endpoint, err := c.findEndpoint(ctx, endpointID)
	if err != nil {
		return nil, err
	}
	secrets, err := c.secretsOf(endpoint)
	if err != nil {
		return nil, err
	}
	event := integration.Event{ID: pg.NewID().String(), Type: TestKind, At: time.Now().UTC(), Subject: uuid.Nil.String(), Data: json.RawMessage(`{}`)}
	began := time.Now()
	out := &integration.TestResult{EventID: event.ID}
	out.Status, out.Problem = c.send(ctx, endpoint.Url, event, secrets)
	out.Took = time.Since(began)
	return out, nil
}

// CheckEndpoint implements [integration.Client].
func (c *Engine) CheckEndpoint(ctx context.Context, e integration.Endpoint) error {
	if c.config.Sender == nil {
		return integration.SendingOff
	}
	ctx, cancel := context.WithTimeout(ctx, integration.SendTimeout)
	defer cancel()
	return c.config.Sender.Reach(ctx, e.URL)
}
