package integration

import (
	"time"
)

// Replay says which events are sent again. The zero value: all that are kept.
type Replay struct {
	From    time.Time `json:"from,omitzero" doc:"Events from this time on"`
	To      time.Time `json:"to,omitzero" doc:"Events before this time; left out: now"`
	Subject string    `json:"subject,omitempty" maxLength:"36" doc:"Events about one subject"`
	EventID string    `json:"eventId,omitempty" maxLength:"36" doc:"One event"`
}

// TestResult is what an endpoint answered to a test.
type TestResult struct {
	EventID string        `json:"eventId"`
	Status  int           `json:"status" doc:"0 where there was no answer"`
	Problem string        `json:"problem,omitempty"`
	Took    time.Duration `json:"tookNanoseconds"`
}
