package apiserver

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

//go:embed reference
var referenceFiles embed.FS

// madeReference returns the OpenAPI document and its HTML page. They are the same for every server, and are generated on first use, because
// that takes longer than the rest of a server's start.
var madeReference = sync.OnceValue(func() *staticFiles {
	document, err := OpenAPI()
	if err != nil { // the golden test generates the same document
		panic(err)
	}
	page, err := referencePage()
	if err != nil {
		panic(err)
	}
	made := &staticFiles{}
	made.keep("openapi.json", document)
	made.keep("docs.html", page)
	return made
})

// serveReference serves the OpenAPI document and its HTML page: only our own files, without
// scripts.
func (s *server) serveReference(mux *http.ServeMux) {
	files, _ := fs.Sub(referenceFiles, "reference") // the name is a constant
	static := &staticFiles{files: files}
	serve := func(pattern, name string, from func() *staticFiles) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			nameRoute(w, pattern)
			file, _ := from().read(name)
			w.Header().Set("Content-Security-Policy", plainPolicy)
			file.serve(w, r, revalidate)
		})
	}
	serve("GET /openapi.json", "openapi.json", madeReference)
	serve("GET /docs", "docs.html", madeReference)
	serve("GET /docs/reference.css", "reference.css", func() *staticFiles { return static })
}

// referenceCall is a call on the reference page.
type referenceCall struct {
	ID, Method, Path, Summary, Token string
	Params                           []referenceField
	Body, Answer                     string // names of schemas
	Status                           int
}

type referenceField struct{ Name, Type, Schema, Where, Doc string }

type referenceSchema struct {
	Name   string
	Fields []referenceField
}

type referenceGroup struct {
	Name  string
	Calls []referenceCall
}

// referencePage renders the reference as one HTML page.
func referencePage() ([]byte, error) {
	api, _ := newAPI(&server{}, routes, passThrough)
	doc := api.OpenAPI()
	tmpl, err := template.ParseFS(referenceFiles, "reference/reference.html")
	if err != nil {
		return nil, fmt.Errorf("apiserver: reference: %w", err)
	}
	var out bytes.Buffer
	err = tmpl.Execute(&out, map[string]any{
		"Title": doc.Info.Title, "Version": doc.Info.Version, "Intro": doc.Info.Description,
		"Groups": referenceGroups(doc, routes), "Schemas": referenceSchemas(doc), "Tokens": doc.Components.SecuritySchemes,
		"Problems": ErrorCodes(),
	})
	if err != nil {
		return nil, fmt.Errorf("apiserver: reference: %w", err)
	}
	return out.Bytes(), nil
}

func referenceGroups(doc *huma.OpenAPI, routes []route) []referenceGroup {
	var groups []referenceGroup
	for i, op := range operationsOf(doc, routes) {
		r := routes[i]
		c := referenceCall{ID: r.id, Method: r.method, Path: r.path, Summary: r.summary, Token: string(r.token), Status: r.status}
		for _, p := range op.Parameters {
			c.Params = append(c.Params, referenceField{Name: p.Name, Type: typeName(p.Schema), Where: p.In, Doc: p.Description})
		}
		if op.RequestBody != nil {
			for _, media := range op.RequestBody.Content {
				c.Body = schemaName(media.Schema)
			}
		}
		if media := op.Responses[fmt.Sprint(r.status)].Content["application/json"]; media != nil {
			c.Answer = schemaName(media.Schema)
		}
		at := slices.IndexFunc(groups, func(g referenceGroup) bool { return g.Name == r.tag() })
		if at < 0 {
			groups = append(groups, referenceGroup{Name: r.tag()})
			at = len(groups) - 1
		}
		groups[at].Calls = append(groups[at].Calls, c)
	}
	return groups
}

func referenceSchemas(doc *huma.OpenAPI) []referenceSchema {
	var schemas []referenceSchema
	for name, s := range doc.Components.Schemas.Map() {
		shown := referenceSchema{Name: name}
		for field, p := range s.Properties {
			f := referenceField{Name: field, Type: typeName(p), Schema: schemaName(p), Doc: p.Description}
			if slices.Contains(s.Required, field) {
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
		return strings.TrimPrefix(s.Ref, schemaPrefix)
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
