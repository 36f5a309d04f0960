package dev

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/cojoin/cojoin/sdk/integration"
)

// events shows the events for the customer's application, newest first.
func (s *console) events(w http.ResponseWriter, r *http.Request) error {
	events, err := s.cfg.Client.Integration.Events(r.Context(), integration.EventFilter{Kind: r.URL.Query().Get("type"), Subject: r.URL.Query().Get("subject"), Limit: 100})
	if err != nil {
		return err
	}
	return page(w, "events.html", events)
}

// eventsListed is the number of events that one read of them lists.
const eventsListed = 100

// eventsJSON lists the events after a position, newest first: all of a type, or those with an id in their subject or data.
func (s *console) eventsJSON(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	after, err := strconv.ParseInt(query.Get("after"), 10, 64)
	if err != nil && query.Get("after") != "" {
		return invalidRequest(errors.New(`"after" must be the position of an event`))
	}
	events, err := s.eventsSince(r.Context(), after, query.Get("type"), query.Get("about"))
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, map[string]any{"events": events})
	return nil
}

func (s *console) eventsSince(ctx context.Context, after int64, kind, about string) ([]integration.Event, error) {
	found := []integration.Event{}
	for before := int64(0); ; {
		page, err := s.cfg.Client.Integration.Events(ctx, integration.EventFilter{Kind: kind, Before: before, Limit: eventsListed})
		if err != nil {
			return nil, err
		}
		for _, e := range page {
			if e.Position <= after {
				return found, nil
			}
			if about == "" || e.Subject == about || bytes.Contains(e.Data, []byte(strconv.Quote(about))) {
				found = append(found, e)
			}
			before = e.Position
		}
		if len(page) < eventsListed {
			return found, nil
		}
	}
}

// paymentsJSON lists the payments of an account or a sign-up, oldest first.
func (s *console) paymentsJSON(w http.ResponseWriter, r *http.Request) error {
	payments, err := s.cfg.Tools.Payments(r.Context(), r.URL.Query().Get("about"))
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, map[string]any{"payments": payments})
	return nil
}
