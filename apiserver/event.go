package apiserver

import (
	"context"
	"log/slog"

	"github.com/cojoin/cojoin/sdk"
)

// EventBatch is what happened in the widget. It holds no personal data.
type EventBatch struct {
	Events []Event `json:"events" maxItems:"50"`
}

// Event is one thing that happened.
type Event struct {
	Event      string         `json:"event" minLength:"1" maxLength:"100" doc:"E.g. Step Viewed"`
	Timestamp  string         `json:"timestamp,omitempty" maxLength:"40" doc:"RFC 3339, of the visitor's clock"`
	Properties map[string]any `json:"properties,omitempty" doc:"At most 30; texts of at most 200 bytes, numbers, booleans"`
}

// EventSink takes the widget's analytics events, e.g. to pass them on to an analytics service.
type EventSink interface {
	Record(ctx context.Context, anonymousID string, events []Event) error
}

// EventLog is a sink that writes the names of events to a log, and nothing of their properties.
type EventLog struct{ Log *slog.Logger }

// Record implements [EventSink].
func (l EventLog) Record(ctx context.Context, anonymousID string, events []Event) error {
	for _, e := range events {
		l.Log.LogAttrs(ctx, slog.LevelInfo, "event", slog.String("event", e.Event), slog.String("anonymous_id", anonymousID))
	}
	return nil
}

const (
	maxProperties     = 30
	maxPropertyName   = 60
	maxPropertyLength = 200
)

type eventsInput struct {
	Visitor
	Body EventBatch
}

type nothing struct{}

func (s *server) recordEvents(ctx context.Context, in *eventsInput) (*nothing, error) {
	for _, e := range in.Body.Events {
		if !flat(e.Properties) {
			return nil, sdk.NewFault(sdk.FaultInvalid, codeInvalid, nil)
		}
	}
	if s.cfg.Events == nil {
		return &nothing{}, nil
	}
	if err := s.cfg.Events.Record(ctx, callOf(ctx).AnonymousID, in.Body.Events); err != nil {
		return nil, err
	}
	return &nothing{}, nil
}

// flat tells properties that any analytics service can take, and that can't hold a whole form.
func flat(properties map[string]any) bool {
	if len(properties) > maxProperties {
		return false
	}
	for name, value := range properties {
		if len(name) > maxPropertyName {
			return false
		}
		switch v := value.(type) {
		case string:
			if len(v) > maxPropertyLength {
				return false
			}
		case float64, bool, nil:
		default:
			return false
		}
	}
	return true
}
