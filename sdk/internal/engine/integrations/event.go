package integrations

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
)

func eventOf(row db.HostEvent) integration.Event {
	return integration.Event{ID: row.ID.String(), Type: row.Kind, At: row.CreatedAt.UTC(), Position: row.Position, Subject: row.Subject.String(), Data: row.Data}
}

func eventsOf(rows []db.HostEvent) []integration.Event {
	out := make([]integration.Event, len(rows))
	for i, row := range rows {
		out[i] = eventOf(row)
	}
	return out
}

// Events implements [integration.Client].
func (c *Engine) Events(ctx context.Context, f integration.EventFilter) ([]integration.Event, error) {
	before := f.Before
	if before <= 0 {
		before = math.MaxInt64
	}
	subject, err := optionalID(f.Subject, integration.EventNotFound)
	if err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListLastHostEvents(ctx, before, f.Kind, subject, core.Listed(f.Limit, core.DefaultListed))
	if err != nil {
		return nil, fmt.Errorf("host events: %w", err)
	}
	return eventsOf(rows), nil
}

// Event implements [integration.Client].
func (c *Engine) Event(ctx context.Context, id string) (*integration.EventHistory, error) {
	row, err := c.findEvent(ctx, id)
	if err != nil {
		return nil, err
	}
	endpoints, err := c.core.Q.ListHostEndpoints(ctx)
	if err != nil {
		return nil, fmt.Errorf("host event: endpoints: %w", err)
	}
	ids := make([]uuid.UUID, len(endpoints))
	for i, e := range endpoints {
		ids[i] = e.ID
	}
	deliveries, err := c.core.Q.ListHostDeliveries(ctx, ids, row.Position)
	if err != nil {
		return nil, fmt.Errorf("host event: deliveries: %w", err)
	}
	out := &integration.EventHistory{Event: eventOf(row), Deliveries: make([]integration.Delivery, len(deliveries))}
	for i, d := range deliveries {
		out.Deliveries[i] = deliveryOf(d)
	}
	return out, nil
}

func (c *Engine) findEvent(ctx context.Context, id string) (db.HostEvent, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return db.HostEvent{}, integration.EventNotFound
	}
	row, err := c.core.Q.GetHostEvent(ctx, parsed)
	if errors.Is(err, pgx.ErrNoRows) {
		return row, integration.EventNotFound
	}
	if err != nil {
		return row, fmt.Errorf("host event: %w", err)
	}
	return row, nil
}

func deliveryOf(d db.HostDelivery) integration.Delivery {
	out := integration.Delivery{Position: d.Position, EndpointID: d.EndpointID.String(), State: d.State, Tries: int(d.Tries), EndedAt: d.EndedAt}
	if d.State == deliveryPending {
		due := d.DueAt.UTC()
		out.DueAt = &due
	}
	if d.LastStatus != nil {
		out.LastStatus = int(*d.LastStatus)
	}
	if d.LastProblem != nil {
		out.Problem = *d.LastProblem
	}
	return out
}

// Dead implements [integration.Client].
func (c *Engine) Dead(ctx context.Context, endpointID string, before int64, limit int) ([]integration.Delivery, error) {
	id, err := uuid.Parse(endpointID)
	if err != nil {
		return nil, integration.EndpointNotFound
	}
	if before <= 0 {
		before = math.MaxInt64
	}
	rows, err := c.core.Q.ListDeadHostDeliveries(ctx, id, before, core.Listed(limit, core.DefaultListed))
	if err != nil {
		return nil, fmt.Errorf("dead deliveries: %w", err)
	}
	out := make([]integration.Delivery, len(rows))
	for i, r := range rows {
		out[i] = deliveryOf(db.HostDelivery{
			EndpointID: r.EndpointID, Position: r.Position, State: r.State, Tries: r.Tries, LastStatus: r.LastStatus, LastProblem: r.LastProblem, EndedAt: r.EndedAt,
		})
		out[i].EventID, out[i].Type = r.ID.String(), r.Kind
	}
	return out, nil
}

func optionalID(s string, unknown error) (*uuid.UUID, error) {
	if s == "" {
		return nil, nil
	}
	id, err := uuid.Parse(s)
	if err != nil {
		return nil, unknown
	}
	return &id, nil
}
