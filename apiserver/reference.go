package apiserver

import (
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"github.com/cojoin/cojoin/apiserver/reference"
)

// made returns the OpenAPI document and its HTML page. They are the same for every server.
func made() (document, page []byte) {
	document, err := OpenAPI()
	if err != nil { // the golden test generates the same document
		panic(err)
	}
	api, _ := newAPI(&server{}, routes, passThrough)
	page, err = reference.Page(api.OpenAPI(), referenceOf(api.OpenAPI(), routes), ErrorCodes())
	if err != nil {
		panic(fmt.Errorf("apiserver: %w", err))
	}
	return document, page
}

// Reference returns an index of all calls as Markdown: the public ones, then the operators'.
func Reference() ([]byte, error) {
	api, _ := newAPI(&server{}, routes, passThrough)
	private, _ := newAPI(&server{}, adminRoutes, passThrough)
	return reference.Markdown(api.OpenAPI(), referenceOf(api.OpenAPI(), routes), referenceOf(private.OpenAPI(), adminRoutes)), nil
}

// referenceOf returns the reference's description of a table's routes.
func referenceOf(doc *huma.OpenAPI, table []route) []reference.Route {
	described := make([]reference.Route, len(table))
	for i, op := range operationsOf(doc, table) {
		r := table[i]
		described[i] = reference.Route{
			ID: r.id, Method: r.method, Path: r.path, Summary: r.summary, Token: string(r.token), Group: r.tag(), Status: r.status, Operation: op,
		}
	}
	return described
}
