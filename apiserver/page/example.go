package page

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/apiserver/static"
	"github.com/cojoin/cojoin/examples/brands"
	"github.com/cojoin/cojoin/examples/marketing"
	"github.com/cojoin/cojoin/examples/site"
	"github.com/cojoin/cojoin/examples/studio"
	"github.com/cojoin/cojoin/sdk/text"
)

// serveExamples serves the pages of development: a marketing page that embeds the widget like any site, a studio for the widget's settings, and
// the pages of the product's site that the sign-up links to.
func (s *Pages) serveExamples(mux *http.ServeMux) {
	s.serveExample(mux, "/examples/marketing/", &static.Files{From: marketing.Files})
	s.serveExample(mux, "/examples/brands/", &static.Files{From: brands.Files})
	s.serveExample(mux, "/dev/embed/", &static.Files{From: studio.Files})
	pages := &static.Files{From: site.Files}
	s.serveExample(mux, "/examples/site/", pages)
	for _, name := range []string{"terms", "privacy", "help", "contact"} {
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
			request.NameRoute(w, "GET /"+name)
			s.exampleFile(w, r, pages, name+readIn(r)+".html")
		})
	}
}

// readIn returns the language suffix of a page's file name. The query's lang takes precedence over the browser's language.
func readIn(r *http.Request) string {
	lang := text.Language(cmp.Or(r.URL.Query().Get("lang"), request.Of(r.Context()).Lang))
	if lang == text.Languages[0] {
		return ""
	}
	return "." + lang
}

func (s *Pages) serveExample(mux *http.ServeMux, prefix string, files *static.Files) {
	mux.Handle("GET "+strings.TrimSuffix(prefix, "/"), http.RedirectHandler(prefix, http.StatusMovedPermanently))
	mux.HandleFunc("GET "+prefix, func(w http.ResponseWriter, r *http.Request) {
		request.NameRoute(w, "GET "+prefix)
		name := strings.TrimPrefix(r.URL.Path, prefix)
		if name == "" {
			name = "index.html"
		}
		s.exampleFile(w, r, files, name)
	})
}

func (s *Pages) exampleFile(w http.ResponseWriter, r *http.Request, files *static.Files, name string) {
	file, ok := files.Read(name)
	switch {
	case !ok:
		problem.Write(w, r, problem.New(request.Of(r.Context()), http.StatusNotFound, problem.NotFound))
	case strings.HasSuffix(name, ".html"):
		s.page(w, r, file.Content)
	default:
		file.Serve(w, r, static.Revalidate)
	}
}
