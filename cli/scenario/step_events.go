package scenario

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/integration"
)

// Events reads the events for the customer's application that are about the person.
type Events struct {
	Type   string `json:"type,omitempty"`  // default: any
	After  string `json:"after,omitempty"` // position of an event: only later ones
	Count  *int   `json:"count,omitempty"` // the exact number of such events; default: at least one
	Absent bool   `json:"absent,omitempty"`
}

// events waits until the events are there. The answer has them, oldest first.
func (r *run) events(ctx context.Context, e Events) error {
	if err := r.settleDown(ctx, e.Absent); err != nil {
		return err
	}
	query := url.Values{"type": {e.Type}, "after": {e.After}, "about": {r.userID}}
	return r.arrived(ctx, e.Count, e.Absent, "events "+strings.TrimSpace(e.Type), func() (int, string, error) {
		var answer struct {
			Events []integration.Event `json:"events"`
		}
		if err := r.tool(ctx, http.MethodGet, "/dev/events.json?"+query.Encode(), nil, &answer); err != nil {
			return 0, "", err
		}
		slices.Reverse(answer.Events)
		kinds := make([]string, len(answer.Events))
		for i, one := range answer.Events {
			kinds[i] = one.Type
		}
		var err error
		r.document, err = document(answer)
		return len(answer.Events), "the events are " + shown(kinds), err
	})
}
