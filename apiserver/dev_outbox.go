package apiserver

import (
	"embed"
	"html/template"
	"net/http"
	"time"
)

//go:embed dev/*.html
var devFiles embed.FS

var devPages = template.Must(template.ParseFS(devFiles, "dev/*.html"))

// devPolicy allows a mail's page to show the mail in a frame.
const devPolicy = "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"

// devMailPolicy is for the mail itself: its own styles and pictures, no scripts, and only in our own frame.
const devMailPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; frame-ancestors 'self'; sandbox"

func (s *server) devIndex(w http.ResponseWriter, _ *http.Request) error {
	return devPage(w, "index.html", map[string]string{"Now": s.cfg.Dev.Clock.Now().UTC().Format(time.RFC3339)})
}

func (s *server) devOutbox(w http.ResponseWriter, r *http.Request) error {
	mails, err := s.cfg.Dev.Outbox(r.Context(), r.URL.Query().Get("to"))
	if err != nil {
		return err
	}
	return devPage(w, "outbox.html", mails)
}

func (s *server) devOutboxJSON(w http.ResponseWriter, r *http.Request) error {
	mails, err := s.cfg.Dev.Outbox(r.Context(), r.URL.Query().Get("to"))
	if err != nil {
		return err
	}
	if mails == nil {
		mails = []OutboxMail{}
	}
	writeJSON(w, http.StatusOK, map[string]any{"mails": mails})
	return nil
}

func (s *server) devMail(w http.ResponseWriter, r *http.Request) error {
	m, err := s.cfg.Dev.Mail(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return devPage(w, "mail.html", m)
}

func (s *server) devMailHTML(w http.ResponseWriter, r *http.Request) error {
	m, err := s.cfg.Dev.Mail(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", devMailPolicy)
	_, _ = w.Write([]byte(m.HTML))
	return nil
}

func devPage(w http.ResponseWriter, name string, data any) error {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", devPolicy)
	return devPages.ExecuteTemplate(w, name, data)
}
