package apiserver

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cojoin/cojoin/apiserver/problem"
)

const schemaPrefix = "#/components/schemas/"

// relaxRequests makes every property of every request body optional. The schema defines only types and names:
// the SDK checks required fields, in the person's language and for all fields together. A schema that is also
// used in responses keeps its required properties there and gets a copy for requests, named …Input.
func relaxRequests(doc *huma.OpenAPI, table []route) {
	doc.Components.Schemas.Schema(reflect.TypeFor[problem.Validation](), true, "")
	all := doc.Components.Schemas.Map()
	answered := map[string]bool{}
	for _, op := range operationsOf(doc, table) {
		for _, response := range op.Responses {
			for _, media := range response.Content {
				markSchemas(all, media.Schema, answered)
			}
		}
	}
	relaxed := map[string]string{}
	for _, op := range operationsOf(doc, table) {
		if op.RequestBody == nil {
			continue
		}
		for _, media := range op.RequestBody.Content {
			if media.Schema != nil {
				relax(all, media.Schema, answered, relaxed)
			}
		}
	}
}

func operationsOf(doc *huma.OpenAPI, table []route) []*huma.Operation {
	var ops []*huma.Operation
	for _, r := range table {
		item := doc.Paths[r.path]
		switch r.method {
		case get:
			ops = append(ops, item.Get)
		case post:
			ops = append(ops, item.Post)
		case put:
			ops = append(ops, item.Put)
		case del:
			ops = append(ops, item.Delete)
		}
	}
	return ops
}

// markSchemas collects the names of all schemas reachable from s.
func markSchemas(all map[string]*huma.Schema, s *huma.Schema, seen map[string]bool) {
	if s == nil {
		return
	}
	if s.Ref != "" {
		name := strings.TrimPrefix(s.Ref, schemaPrefix)
		if seen[name] {
			return
		}
		seen[name] = true
		s = all[name]
	}
	for _, p := range s.Properties {
		markSchemas(all, p, seen)
	}
	markSchemas(all, s.Items, seen)
	if extra, ok := s.AdditionalProperties.(*huma.Schema); ok {
		markSchemas(all, extra, seen)
	}
}

// relax changes s to refer to schemas without required properties. It does so in place, because huma validates by s.
func relax(all map[string]*huma.Schema, s *huma.Schema, answered map[string]bool, done map[string]string) {
	if s.Ref == "" {
		if s.Items != nil {
			relax(all, s.Items, answered, done)
		}
		return
	}
	name := strings.TrimPrefix(s.Ref, schemaPrefix)
	twin, ok := done[name]
	if !ok {
		twin = name
		if answered[name] {
			twin = name + "Input"
		}
		done[name] = twin
		all[twin] = optional(all, all[name], answered, done)
	}
	s.Ref = schemaPrefix + twin
}

func optional(all map[string]*huma.Schema, s *huma.Schema, answered map[string]bool, done map[string]string) *huma.Schema {
	twin := &huma.Schema{
		Type: s.Type, Title: s.Title, Description: s.Description, AdditionalProperties: s.AdditionalProperties,
		Properties: make(map[string]*huma.Schema, len(s.Properties)),
	}
	for name, p := range s.Properties {
		copied := *p
		if copied.Items != nil {
			items := *copied.Items
			copied.Items = &items
		}
		relax(all, &copied, answered, done)
		twin.Properties[name] = &copied
	}
	twin.PrecomputeMessages()
	return twin
}

// describeForms documents the calls with a form-encoded body. It runs after registration, because
// huma would otherwise expect a JSON body.
func describeForms(doc *huma.OpenAPI) {
	for path, form := range map[string]reflect.Type{"/login": reflect.TypeFor[LoginForm](), "/v1/webhooks/braintree": reflect.TypeFor[BraintreeWebhook]()} {
		doc.Paths[path].Post.RequestBody.Content["application/x-www-form-urlencoded"].Schema = doc.Components.Schemas.Schema(form, true, "")
	}
}
