package apiserver

import (
	"context"
	"regexp"
	"time"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/analytics"
	"github.com/cojoin/cojoin/sdk/fault"
)

// EventBatch is a batch of the widget's events. It contains no personal data.
type EventBatch struct {
	Events []Event `json:"events" maxItems:"50"`
}

// Event is one event.
type Event struct {
	Event      string         `json:"event" minLength:"1" maxLength:"100" doc:"E.g. Step Viewed"`
	Timestamp  string         `json:"timestamp,omitempty" maxLength:"40" doc:"RFC 3339, by the visitor's clock"`
	Properties map[string]any `json:"properties,omitempty" doc:"At most 30; strings of at most 200 bytes, numbers, booleans"`
}

// EventSink receives the widget's analytics events, e.g. to forward them to an analytics service.
type EventSink interface {
	Record(ctx context.Context, anonymousID string, events []Event) error
}

// Analytics is the sink that forwards events to the client's analytics.
type Analytics struct{ Client *sdk.Client }

// Record implements [EventSink].
func (a Analytics) Record(ctx context.Context, anonymousID string, events []Event) error {
	passed := make([]analytics.Event, 0, len(events))
	for _, e := range events {
		at, _ := time.Parse(time.RFC3339, e.Timestamp) // zero for an invalid time
		passed = append(passed, analytics.Event{Name: e.Event, At: at, Properties: e.Properties})
	}
	return a.Client.Analytics.RecordEvents(ctx, anonymousID, passed)
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
		if !knownEvents[e.Event] || !flat(e.Properties) {
			return nil, fault.New(fault.Invalid, problem.Invalid, nil)
		}
	}
	if s.cfg.Events == nil {
		return &nothing{}, nil
	}
	if err := s.cfg.Events.Record(ctx, request.Of(ctx).AnonymousID, in.Body.Events); err != nil {
		return nil, err
	}
	return &nothing{}, nil
}

// knownEvents are the names of the widget's events. docs/reference/events.md lists them with their properties.
var knownEvents = map[string]bool{
	"Step Viewed": true, "Visitor Type Chosen": true, "Co-Parent Status Answered": true, "Step Completed": true, "Duplicate Shown": true,
	"Packages Shown": true, "Package Chosen": true, "Custom Package Built": true, "Payment Method Chosen": true, "Billing Completed": true,
	"Package Mismatch Shown": true, "Code Applied": true, "Co-Parent Email Prompt Closed": true, "Order Completed": true,
	"Credentials Set": true, "Password Set": true, "Receipt Shown": true, "Selected package does not match order package": true,
	"Invitation Opened": true, "Invitation Link Requested": true, "Professional Step Completed": true, "Professional Signed Up": true,
	"Errored": true,
}

var (
	propertyName = regexp.MustCompile(`^[a-z][A-Za-z0-9_]*$`)
	// personal matches data of a person: an email address, or as many digits in a row as in a phone or card number.
	personal = regexp.MustCompile(`@|\+?\d{9,}`)
)

// flat reports whether properties are simple enough for any analytics service, too small for a whole form, and free of personal data.
func flat(properties map[string]any) bool {
	if len(properties) > maxProperties {
		return false
	}
	for name, value := range properties {
		if len(name) > maxPropertyName || !propertyName.MatchString(name) {
			return false
		}
		switch v := value.(type) {
		case string:
			if len(v) > maxPropertyLength || personal.MatchString(v) {
				return false
			}
		case float64, bool, nil:
		default:
			return false
		}
	}
	return true
}
