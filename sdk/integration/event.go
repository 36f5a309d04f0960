package integration

import (
	"encoding/json"
	"time"
)

// Event is an event as sent to hosts.
type Event struct {
	ID       string          `json:"id" doc:"The same for every delivery of the event; also in the header webhook-id"`
	Type     string          `json:"type" doc:"E.g. subscription.started"`
	At       time.Time       `json:"timestamp"`
	Position int64           `json:"position" doc:"Rises from event to event. Data that you stored for a subject is newer than an event with a lower position"`
	Subject  string          `json:"subject" doc:"Subject of the event. Events of one subject arrive in order, one after the other"`
	Data     json.RawMessage `json:"data" doc:"By type: docs/reference/host-events.md"`
	Person   *Person         `json:"person,omitempty" doc:"Only to endpoints that are set to get it: who has the account accountId. Null parts are unknown or erased"`
}

// Person holds the account holder's data, as far as the endpoint is set to get it.
type Person struct {
	FirstName string `json:"firstName,omitempty"`
	LastName  string `json:"lastName,omitempty"`
	Email     string `json:"email,omitempty"`
	Locale    string `json:"locale,omitempty"`
}

// EventFilter selects an operator's list of events. The zero value lists the newest.
type EventFilter struct {
	Kind, Subject string
	Before        int64 // list events before this position; 0: the newest
	Limit         int
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
	LastStatus int        `json:"lastStatus,omitempty" doc:"Status of the endpoint's last answer; 0 if there was no answer"`
	Problem    string     `json:"problem,omitempty"`
	EndedAt    *time.Time `json:"endedAt,omitempty"`
}
