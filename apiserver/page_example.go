package apiserver

import (
	"net/http"
	"strings"

	"github.com/cojoin/cojoin/examples/marketing"
	"github.com/cojoin/cojoin/examples/site"
)

// serveExamples serves, in development, a marketing page that embeds the widget like any site, and
// the pages of the product's site that the sign-up links to.
func (s *server) serveExamples(mux *http.ServeMux) {
	s.serveExample(mux, "/examples/marketing/", &staticFiles{files: marketing.Files})
	pages := &staticFiles{files: site.Files}
	s.serveExample(mux, "/examples/site/", pages)
	for _, name := range []string{"terms", "privacy", "help", "contact"} {
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
			nameRoute(w, "GET /"+name)
			s.exampleFile(w, r, pages, name+".html")
		})
	}
}

func (s *server) serveExample(mux *http.ServeMux, prefix string, files *staticFiles) {
	mux.Handle("GET "+strings.TrimSuffix(prefix, "/"), http.RedirectHandler(prefix, http.StatusMovedPermanently))
	mux.HandleFunc("GET "+prefix, func(w http.ResponseWriter, r *http.Request) {
		nameRoute(w, "GET "+prefix)
		name := strings.TrimPrefix(r.URL.Path, prefix)
		if name == "" {
			name = "index.html"
		}
		s.exampleFile(w, r, files, name)
	})
}

func (s *server) exampleFile(w http.ResponseWriter, r *http.Request, files *staticFiles, name string) {
	file, ok := files.read(name)
	switch {
	case !ok:
		writeProblem(w, r, newProblem(callOf(r.Context()), http.StatusNotFound, codeNotFound))
	case strings.HasSuffix(name, ".html"):
		s.page(w, r, file.plain)
	default:
		file.serve(w, r, revalidate)
	}
}
