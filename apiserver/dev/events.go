package dev

import (
	"net/http"

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
