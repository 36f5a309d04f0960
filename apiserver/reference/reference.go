// Package reference renders the reference of the HTTP API from its OpenAPI document, as one HTML page and as an index in
// Markdown.
package reference

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/apiserver/static"
)

//go:embed reference.css reference.html
var files embed.FS

// Policy allows only our own styles and pictures.
const Policy = "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Serve serves the OpenAPI document and its HTML page, which has no scripts and loads only our own files. made returns
// the two.
func Serve(mux *http.ServeMux, made func() (document, page []byte)) {
	style := &static.Files{From: files}
	generated := sync.OnceValue(func() *static.Files {
		document, page := made()
		files := &static.Files{}
		files.Keep("openapi.json", document)
		files.Keep("docs.html", page)
		return files
	})
	serve := func(pattern, name string, from func() *static.Files) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			request.NameRoute(w, pattern)
			file, _ := from().Read(name)
			w.Header().Set("Content-Security-Policy", Policy)
			file.Serve(w, r, static.Revalidate)
		})
	}
	serve("GET /openapi.json", "openapi.json", generated)
	serve("GET /docs", "docs.html", generated)
	serve("GET /docs/reference.css", "reference.css", func() *static.Files { return style })
}

// Route is a route with the properties that the reference adds to the OpenAPI document.
type Route struct {
	ID, Method, Path, Summary, Token string
	Group                            string // the noun of the path
	Status                           int    // on success
	Operation                        *huma.Operation
}

// call is one call of the reference page.
type call struct {
	ID, Method, Path, Summary, Token string
	Params                           []field
	Body, Answer                     string // names of schemas
	Status                           int
}

type field struct{ Name, Type, Schema, Where, Doc string }

type schema struct {
	Name   string
	Fields []field
}

type group struct {
	Name  string
	Calls []call
}

// Page renders the reference as one HTML page. problems lists the error codes.
func Page(doc *huma.OpenAPI, routes []Route, problems any) ([]byte, error) {
	tmpl, err := template.ParseFS(files, "reference.html")
	if err != nil {
		return nil, fmt.Errorf("reference: %w", err)
	}
	var out bytes.Buffer
	err = tmpl.Execute(&out, map[string]any{
		"Title": doc.Info.Title, "Version": doc.Info.Version, "Intro": doc.Info.Description,
		"Groups": groupsOf(routes), "Schemas": schemasOf(doc), "Tokens": doc.Components.SecuritySchemes,
		"Problems": problems,
	})
	if err != nil {
		return nil, fmt.Errorf("reference: %w", err)
	}
	return out.Bytes(), nil
}

func groupsOf(routes []Route) []group {
	var groups []group
	for _, r := range routes {
		c := call{ID: r.ID, Method: r.Method, Path: r.Path, Summary: r.Summary, Token: r.Token, Status: r.Status}
		for _, p := range r.Operation.Parameters {
			c.Params = append(c.Params, field{Name: p.Name, Type: typeName(p.Schema), Where: p.In, Doc: p.Description})
		}
		if r.Operation.RequestBody != nil {
			for _, media := range r.Operation.RequestBody.Content {
				c.Body = schemaName(media.Schema)
			}
		}
		if media := r.Operation.Responses[fmt.Sprint(r.Status)].Content["application/json"]; media != nil {
			c.Answer = schemaName(media.Schema)
		}
		at := slices.IndexFunc(groups, func(g group) bool { return g.Name == r.Group })
		if at < 0 {
			groups = append(groups, group{Name: r.Group})
			at = len(groups) - 1
		}
		groups[at].Calls = append(groups[at].Calls, c)
	}
	return groups
}

func schemasOf(doc *huma.OpenAPI) []schema {
	var schemas []schema
	for name, s := range doc.Components.Schemas.Map() {
		shown := schema{Name: name}
		for property, p := range s.Properties {
			f := field{Name: property, Type: typeName(p), Schema: schemaName(p), Doc: p.Description}
			if slices.Contains(s.Required, property) {
				f.Where = "always"
			}
			shown.Fields = append(shown.Fields, f)
		}
		sort.Slice(shown.Fields, func(i, j int) bool { return shown.Fields[i].Name < shown.Fields[j].Name })
		schemas = append(schemas, shown)
	}
	sort.Slice(schemas, func(i, j int) bool { return schemas[i].Name < schemas[j].Name })
	return schemas
}

// schemaName returns the schema of a value or of its items, or "" for plain values.
func schemaName(s *huma.Schema) string {
	if s == nil {
		return ""
	}
	if s.Ref != "" {
		return path.Base(s.Ref)
	}
	return schemaName(s.Items)
}

func typeName(s *huma.Schema) string {
	switch {
	case s == nil || s.Ref != "":
		return ""
	case s.Type == huma.TypeArray:
		return strings.TrimSpace("list of " + typeName(s.Items))
	case len(s.Enum) > 0:
		values := make([]string, len(s.Enum))
		for i, v := range s.Enum {
			values[i] = fmt.Sprint(v)
		}
		return strings.Join(values, " | ")
	}
	return s.Type
}
