package apiserver

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestOpenAPIGolden(t *testing.T) {
	t.Parallel()
	got, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	const golden = "openapi.json"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from the routes; run: make gen", golden)
	}
}

// Every boolean of a request has a description of its default or of true.
func TestEveryBooleanOfARequestIsDescribed(t *testing.T) {
	t.Parallel()
	for _, table := range [][]route{routes, adminRoutes} {
		api, _ := newAPI(&server{}, table, passThrough)
		doc := api.OpenAPI()
		seen := map[string]bool{}
		var walk func(name string, s *huma.Schema)
		walk = func(name string, s *huma.Schema) {
			if s.Ref != "" {
				if name = s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]; !seen[name] {
					seen[name] = true
					walk(name, doc.Components.Schemas.SchemaFromRef(s.Ref))
				}
				return
			}
			if s.Items != nil {
				walk(name, s.Items)
			}
			for member, of := range s.Properties {
				if of.Type == huma.TypeBoolean && of.Description == "" {
					t.Errorf("%s.%s is a boolean without a description", name, member)
				}
				walk(name+"."+member, of)
			}
		}
		for _, op := range operationsOf(doc, table) {
			if op.RequestBody == nil {
				continue
			}
			for _, content := range op.RequestBody.Content {
				walk(op.OperationID, content.Schema)
			}
		}
		if len(seen) == 0 {
			t.Error("no request has a schema")
		}
	}
}

// The schema has every path parameter. Huma would ignore one in an unexported embedded struct.
func TestEveryPathParameterIsRead(t *testing.T) {
	t.Parallel()
	braces := regexp.MustCompile(`\{(\w+)\}`)
	for _, table := range [][]route{routes, adminRoutes} {
		api, _ := newAPI(&server{}, table, passThrough)
		for path, item := range api.OpenAPI().Paths {
			for _, op := range []*huma.Operation{item.Get, item.Put, item.Post, item.Patch, item.Delete} {
				if op == nil {
					continue
				}
				for _, name := range braces.FindAllStringSubmatch(path, -1) {
					if !slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.In == "path" && p.Name == name[1] }) {
						t.Errorf("%s %s doesn't read {%s}", op.Method, path, name[1])
					}
				}
			}
		}
	}
}
