package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
)

// Event is what happened, as hosts are told.
type Event struct {
	ID       string          `json:"id" doc:"The same however often it is told; also the header webhook-id"`
	Type     string          `json:"type" doc:"E.g. subscription.started"`
	At       time.Time       `json:"timestamp"`
	Position int64           `json:"position" doc:"Rises from event to event. What you keep of a subject is newer than an event with a lower one"`
	Subject  string          `json:"subject" doc:"What stays in order: events of one subject arrive one after the other"`
	Data     json.RawMessage `json:"data" doc:"By type: docs/reference/host-events.md"`
	Person   *Person         `json:"person,omitempty" doc:"Only to endpoints that are set to get it: who has the account accountId. Null parts are unknown or erased"`
}

// Person is what an endpoint may be set to get of the person who has an account.
type Person struct {
	FirstName string `json:"firstName,omitempty"`
	LastName  string `json:"lastName,omitempty"`
	Email     string `json:"email,omitempty"`
	Locale    string `json:"locale,omitempty"`
}

func eventOf(row db.HostEvent) Event {
	return Event{ID: row.ID.String(), Type: row.Kind, At: row.CreatedAt.UTC(), Position: row.Position, Subject: row.Subject.String(), Data: row.Data}
}

func eventsOf(rows []db.HostEvent) []Event {
	out := make([]Event, len(rows))
	for i, row := range rows {
		out[i] = eventOf(row)
	}
	return out
}

// EventFilter says which events an operator lists. The zero value lists the newest.
type EventFilter struct {
	Kind, Subject string
	Before        int64 // the position to go on from; 0: the newest
	Limit         int
}

// Events lists events, the newest first. Fault: [EventNotFound] for what is no subject.
func (c *Client) Events(ctx context.Context, f EventFilter) ([]Event, error) {
	before := f.Before
	if before <= 0 {
		before = math.MaxInt64
	}
	subject, err := optionalID(f.Subject, EventNotFound)
	if err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListLastHostEvents(ctx, before, f.Kind, subject, core.Listed(f.Limit, core.DefaultListed))
	if err != nil {
		return nil, fmt.Errorf("host events: %w", err)
	}
	return eventsOf(rows), nil
}

// EventHistory is an event and its delivery to each endpoint.
type EventHistory struct {
	Event
	Deliveries []Delivery `json:"deliveries"`
}

// Delivery is the state of an event at an endpoint.
type Delivery struct {
	EventID    string     `json:"eventId,omitempty"`
	Type       string     `json:"type,omitempty"`
	Position   int64      `json:"position"`
	EndpointID string     `json:"endpointId"`
	State      string     `json:"state" enum:"pending,delivered,dead"`
	Tries      int        `json:"tries"`
	DueAt      *time.Time `json:"dueAt,omitempty" doc:"Next try"`
	LastStatus int        `json:"lastStatus,omitempty" doc:"What the endpoint answered last; 0 where there was no answer"`
	Problem    string     `json:"problem,omitempty"`
	EndedAt    *time.Time `json:"endedAt,omitempty"`
}

// Event returns an event with its deliveries. Fault: [EventNotFound].
func (c *Client) Event(ctx context.Context, id string) (*EventHistory, error) {
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
	out := &EventHistory{Event: eventOf(row), Deliveries: make([]Delivery, len(deliveries))}
	for i, d := range deliveries {
		out.Deliveries[i] = deliveryOf(d)
	}
	return out, nil
}

func (c *Client) findEvent(ctx context.Context, id string) (db.HostEvent, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return db.HostEvent{}, EventNotFound
	}
	row, err := c.core.Q.GetHostEvent(ctx, parsed)
	if errors.Is(err, pgx.ErrNoRows) {
		return row, EventNotFound
	}
	if err != nil {
		return row, fmt.Errorf("host event: %w", err)
	}
	return row, nil
}

func deliveryOf(d db.HostDelivery) Delivery {
	out := Delivery{Position: d.Position, EndpointID: d.EndpointID.String(), State: d.State, Tries: int(d.Tries), EndedAt: d.EndedAt}
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

// Dead lists an endpoint's deliveries that were given up, the newest first. Fault: [EndpointNotFound].
func (c *Client) Dead(ctx context.Context, endpointID string, before int64, limit int) ([]Delivery, error) {
	id, err := uuid.Parse(endpointID)
	if err != nil {
		return nil, EndpointNotFound
	}
	if before <= 0 {
		before = math.MaxInt64
	}
	rows, err := c.core.Q.ListDeadHostDeliveries(ctx, id, before, core.Listed(limit, core.DefaultListed))
	if err != nil {
		return nil, fmt.Errorf("dead deliveries: %w", err)
	}
	out := make([]Delivery, len(rows))
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
