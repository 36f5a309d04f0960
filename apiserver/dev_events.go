package apiserver

import (
	"net/http"

	"github.com/cojoin/cojoin/sdk/host"
)

// devEvents shows what the host's application is told, the newest first.
func (s *server) devEvents(w http.ResponseWriter, r *http.Request) error {
	events, err := s.cfg.Client.Host.Events(r.Context(), host.EventFilter{Kind: r.URL.Query().Get("type"), Subject: r.URL.Query().Get("subject"), Limit: 100})
	if err != nil {
		return err
	}
	return devPage(w, "events.html", events)
}
