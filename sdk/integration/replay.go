package integration

import (
	"time"
)

// Replay selects the events to send again. The zero value selects all stored events.
type Replay struct {
	From    time.Time `json:"from,omitzero" doc:"Events from this time on"`
	To      time.Time `json:"to,omitzero" doc:"Events before this time; left out: now"`
	Subject string    `json:"subject,omitempty" maxLength:"36" doc:"Events about one subject"`
	EventID string    `json:"eventId,omitempty" maxLength:"36" doc:"One event"`
}

// TestResult is an endpoint's response to a test event.
type TestResult struct {
	EventID string        `json:"eventId"`
	Status  int           `json:"status" doc:"0 if there was no answer"`
	Problem string        `json:"problem,omitempty"`
	Took    time.Duration `json:"tookNanoseconds"`
}
