package integration

import (
	"encoding/json"
	"time"
)

// Event is an event as sent to hosts.
type Event struct {
	ID       string          `json:"id" doc:"The same in every delivery; also the header webhook-id"`
	Type     string          `json:"type" doc:"E.g. subscription.started"`
	At       time.Time       `json:"timestamp"`
	Position int64           `json:"position" doc:"Rises from event to event. Ignore an event with a lower position than your data of its subject"`
	Subject  string          `json:"subject" doc:"Events of one subject arrive one after the other, in order"`
	Data     json.RawMessage `json:"data" doc:"By type: docs/reference/host-events.md"`
	Person   *Person         `json:"person,omitempty" doc:"Owner of the account accountId; only for endpoints with people configured. Null fields are unknown or erased"`
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
	DueAt      *time.Time `json:"dueAt,omitempty" doc:"Next attempt"`
	LastStatus int        `json:"lastStatus,omitempty" doc:"Status of the endpoint's last response; 0 if there was none"`
	Problem    string     `json:"problem,omitempty"`
	EndedAt    *time.Time `json:"endedAt,omitempty"`
}
