package apiserver

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"slices"
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
		t.Errorf("%s is not what the routes say; run: make gen", golden)
	}
}

// A parameter that the schema doesn't name is read by nobody: huma skips the fields of an embedded struct that isn't exported.
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
