// Package page serves the pages with their content security policies: the hosted sign-up, the embed script with its files,
// security.txt, error pages, and the example pages of development.
package page

import (
	"bytes"
	"html"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/apiserver/static"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/site"
)

// Config configures [New].
type Config struct {
	Client *sdk.Client // reads the files of other releases; nil: none
	Site   site.Site
	// Origins list the sites that may frame the pages.
	Origins []string
	// Widget is the built widget. Nil or empty: a page explains how to build it.
	Widget fs.FS
}

// Pages are the pages of one server.
type Pages struct {
	cfg  Config
	look unloadedLook
}

// New returns the pages of a server.
func New(cfg Config) *Pages {
	return &Pages{cfg: cfg, look: unloadedLook{Look: cfg.Site.Brand.Mail(), Brand: template.CSS(cfg.Site.Brand.CSS())}}
}

// Serve serves the hosted page under /app/join, the embedded widget under /embed, security.txt, and in development
// the example marketing page.
func (s *Pages) Serve(mux *http.ServeMux) {
	widget := &static.Files{From: s.cfg.Widget}
	loaders := newEmbed(widget, s.cfg.Site.SupportPhone(""))
	page := func(w http.ResponseWriter, r *http.Request) {
		request.NameRoute(w, "GET /app/join")
		s.hostedPage(w, r, widget)
	}
	mux.HandleFunc("GET /app/join", page)
	mux.HandleFunc("GET /app/join/", page)
	for short, screen := range shortAddresses {
		mux.HandleFunc("GET "+short, func(w http.ResponseWriter, r *http.Request) {
			request.NameRoute(w, "GET "+short)
			redirectToScreen(w, r, screen)
		})
	}
	mux.HandleFunc("GET /embed/affiliate", s.affiliatePage)
	mux.HandleFunc("GET /embed/", func(w http.ResponseWriter, r *http.Request) {
		request.NameRoute(w, "GET /embed")
		s.embedded(w, r, loaders)
	})
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		request.NameRoute(w, "GET /")
		http.Redirect(w, r, "/app/join", http.StatusFound)
	})
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, _ *http.Request) {
		request.NameRoute(w, "GET /favicon.ico")
		w.Header().Set("Cache-Control", "public, max-age=86400")
		w.WriteHeader(http.StatusNoContent)
	})
	s.serveSecurityText(mux)
	s.serveQuestions(mux)
	if s.cfg.Site.Environment == site.EnvironmentDevelopment {
		s.serveExamples(mux)
	}
}

// shortAddresses maps paths to screens of the hosted page, to which they redirect.
var shortAddresses = map[string]string{
	"/login": "/app/join/login", "/app/login": "/app/join/login", "/app/account": "/app/join/account",
}

// redirectToScreen redirects to a screen of the hosted page. It keeps only the query parameters lang and login_error.
func redirectToScreen(w http.ResponseWriter, r *http.Request, screen string) {
	query, kept := r.URL.Query(), url.Values{}
	for _, name := range []string{"lang", "login_error"} {
		if query.Has(name) {
			kept.Set(name, query.Get(name))
		}
	}
	if len(kept) > 0 {
		screen += "?" + kept.Encode()
	}
	http.Redirect(w, r, screen, http.StatusFound)
}

// hostedPage serves the same page for every route of the flow. The widget's router shows the right screen.
func (s *Pages) hostedPage(w http.ResponseWriter, r *http.Request, widget *static.Files) {
	file, ok := widget.Read("join/index.html")
	if !ok {
		s.notBuilt(w)
		return
	}
	nonce := newNonce()
	content, err := s.unloadedFor(r, nonce).within(file.Content)
	if err != nil {
		problem.Log(r.Context(), err)
		content = file.Content
	}
	w.Header().Add("Vary", "Accept-Language")
	s.pageWith(w, r, s.branded(content), nonce)
}

// branded inserts the product's name and the brand's appearance into the built page. The brand's colors are in the style of the unloaded message.
func (s *Pages) branded(page []byte) []byte {
	page = bytes.Replace(page, []byte("<title>Cojoin</title>"), []byte("<title>"+html.EscapeString(s.cfg.Site.Product)+"</title>"), 1)
	own := s.cfg.Site.Brand.Page()
	if own == nil {
		return page
	}
	own = append(append([]byte(`<script type="application/json" id="cojoin-appearance">`), own...), "</script></head>"...)
	return bytes.Replace(page, []byte("</head>"), own, 1)
}

// page sends a page that runs the widget, with a new nonce in the policy and in the page.
func (s *Pages) page(w http.ResponseWriter, r *http.Request, doc []byte) {
	s.pageWith(w, r, doc, newNonce())
}

func (s *Pages) pageWith(w http.ResponseWriter, r *http.Request, doc []byte, nonce string) {
	doc = bytes.Replace(doc, []byte("<head>"), []byte(`<head><meta property="csp-nonce" nonce="`+nonce+`">`), 1)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", static.Revalidate)
	h.Set("Content-Security-Policy", s.pagePolicy(nonce))
	if r.Method != http.MethodHead {
		_, _ = w.Write(doc)
	}
}

// notBuilt sends a page that explains how to build the widget.
func (s *Pages) notBuilt(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte("<!doctype html><html lang=\"en\"><title>Not built</title><h1>The widget is not built</h1>" +
		"<p>Run <code>make widget</code>, then restart the server. The API works: see <a href=\"/docs\">/docs</a>.</p></html>\n"))
}
