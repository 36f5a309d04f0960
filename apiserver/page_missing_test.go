package apiserver

import (
	"html"
	"net/http"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// At an unknown address, a browser gets an error page with links, in the visitor's language. A program gets a problem.
func TestMissingPage(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	type answer struct {
		Status                   int
		Type, Lang, Title, Start string
	}
	of := func(method, path string, headers ...string) answer {
		res := b.call(method, path, nil, headers...)
		first := func(pattern string) string {
			if found := regexp.MustCompile(pattern).FindSubmatch(res.body); found != nil {
				return html.UnescapeString(string(found[1]))
			}
			return ""
		}
		return answer{res.status, res.header.Get("Content-Type"), first(`<html lang="(\w+)"`), first(`<h1>([^<]+)</h1>`), first(`<a href="(/[^"]*)"`)}
	}
	const page, problem, browser = "text/html; charset=utf-8", "application/problem+json", "text/html,application/xhtml+xml,*/*;q=0.8"
	got := map[string]answer{
		"English":      of(http.MethodGet, "/app/joinn", "Accept", browser),
		"Spanish":      of(http.MethodGet, "/join/step1", "Accept", browser, "Accept-Language", "es-ES"),
		"hostile":      of(http.MethodGet, "/%3Cscript%3E?lang=%22%3E%3Cscript%3E", "Accept", browser),
		"program":      of(http.MethodGet, "/app/joinn", "Accept", "*/*"),
		"call":         of(http.MethodGet, "/v1/nothing", "Accept", browser),
		"form":         of(http.MethodPost, "/app/joinn", "Accept", browser),
		"other method": of(http.MethodPost, "/app/join", "Accept", browser),
	}
	english := answer{http.StatusNotFound, page, "en", "This page doesn’t exist", "/app/join"}
	want := map[string]answer{
		"English": english, "hostile": english,
		"Spanish":      {http.StatusNotFound, page, "es", "Esta página no existe", "/app/join"},
		"program":      {Status: http.StatusNotFound, Type: problem},
		"call":         {Status: http.StatusNotFound, Type: problem},
		"form":         {Status: http.StatusNotFound, Type: problem},
		"other method": {Status: http.StatusMethodNotAllowed, Type: problem},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}
