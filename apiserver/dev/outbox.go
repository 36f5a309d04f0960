package dev

import (
	"embed"
	"html/template"
	"net/http"
	"time"
)

//go:embed *.html
var files embed.FS

var pages = template.Must(template.ParseFS(files, "*.html"))

// policy lets a mail's page show the mail in a frame.
const policy = "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"

// mailPolicy is the policy of the mail itself: its own styles and pictures, no scripts, and only in our own frame.
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; frame-ancestors 'self'; sandbox"

func (s *console) index(w http.ResponseWriter, _ *http.Request) error {
	return page(w, "index.html", map[string]string{"Now": s.cfg.Tools.Clock.Now().UTC().Format(time.RFC3339)})
}

func (s *console) outbox(w http.ResponseWriter, r *http.Request) error {
	mails, err := s.cfg.Tools.Outbox(r.Context(), r.URL.Query().Get("to"))
	if err != nil {
		return err
	}
	return page(w, "outbox.html", mails)
}

func (s *console) outboxJSON(w http.ResponseWriter, r *http.Request) error {
	mails, err := s.cfg.Tools.Outbox(r.Context(), r.URL.Query().Get("to"))
	if err != nil {
		return err
	}
	if mails == nil {
		mails = []Mail{}
	}
	for i := range mails {
		mails[i].Links = linksIn(mails[i].HTML)
	}
	writeJSON(w, http.StatusOK, map[string]any{"mails": mails})
	return nil
}

func (s *console) mail(w http.ResponseWriter, r *http.Request) error {
	m, err := s.cfg.Tools.Mail(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return page(w, "mail.html", m)
}

func (s *console) mailHTML(w http.ResponseWriter, r *http.Request) error {
	m, err := s.cfg.Tools.Mail(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", mailPolicy)
	_, _ = w.Write([]byte(m.HTML))
	return nil
}

func page(w http.ResponseWriter, name string, data any) error {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", policy)
	return pages.ExecuteTemplate(w, name, data)
}
