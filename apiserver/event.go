package apiserver

import "context"

// EventBatch is what happened in the widget. It holds no personal data.
type EventBatch struct {
	Events []Event `json:"events" maxItems:"50"`
}

// Event is one thing that happened.
type Event struct {
	Event      string         `json:"event" maxLength:"100" doc:"E.g. Step Viewed"`
	Timestamp  string         `json:"timestamp,omitempty" maxLength:"40" doc:"RFC 3339, of the visitor's clock"`
	Properties map[string]any `json:"properties,omitempty" doc:"Flat; texts of at most 200 characters, numbers, booleans"`
}

type eventsInput struct {
	Visitor
	Body EventBatch
}

type nothing struct{}

func (s *server) recordEvents(ctx context.Context, in *eventsInput) (*nothing, error) {
	if err := s.events.record(ctx, callOf(ctx).AnonymousID, in.Body.Events); err != nil {
		return nil, err
	}
	return &nothing{}, nil
}
