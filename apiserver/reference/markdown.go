package reference

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

const head = `<!-- Written by ` + "`make gen`" + ` from the table of routes. Do not edit. -->

# The HTTP API

Every call, with its parameters and answers. For the fields of each body, see ` + "`/docs`" + ` on a running server (one page, no scripts) or
[openapi.json](../../apiserver/openapi.json); error codes in [errors.md](errors.md). Bodies are JSON of at most 64 KiB; names are case-sensitive
and unknown ones are rejected. Errors that a person can fix return 409 with ` + "`validationErrors`" + `, everything else with
` + "`application/problem+json`" + `. ` + "`Accept-Language`" + ` (en, es) and ` + "`Anonymous-Id`" + ` (the visitor's random id) may
be sent with every call. ` + "`Idempotency-Key`" + ` makes a retried call take effect only once: required for payments, optional elsewhere.
`

// Markdown returns an index of all calls: the public ones, then the operators'.
func Markdown(doc *huma.OpenAPI, routes, private []Route) []byte {
	var b strings.Builder
	b.WriteString(head)
	b.WriteString("\n## Tokens\n\n| token | header | description |\n|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(doc.Components.SecuritySchemes)) {
		scheme, sent := doc.Components.SecuritySchemes[name], "`Authorization: Bearer`"
		if scheme.Name != "" {
			sent = "`" + scheme.Name + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", name, sent, scheme.Description)
	}
	b.WriteString("\n## Calls\n\n| call | purpose | token | headers and query | body | answer |\n|---|---|---|---|---|---|\n")
	writeCalls(&b, routes)
	fmt.Fprintf(&b, "\n## Operators' calls\n\nServed only on the private address (`privateAddr`), with `operatorToken` as bearer token. The `cojoin` commands do the same on the\n"+
		"database.\n\n| call | purpose | token | headers and query | body | answer |\n|---|---|---|---|---|---|\n")
	writeCalls(&b, private)
	return []byte(b.String())
}

func writeCalls(b *strings.Builder, routes []Route) {
	for _, group := range groupsOf(routes) {
		for _, c := range group.Calls {
			writeCall(b, c)
		}
	}
}

// everyCalls lists the headers of all public calls, which the page mentions only once.
var everyCalls = []string{"Accept-Language", "Anonymous-Id"}

func writeCall(b *strings.Builder, c call) {
	token := c.Token
	if token == "" {
		token = "–"
	}
	var params []string
	for _, p := range c.Params {
		if p.Where != "path" && !slices.Contains(everyCalls, p.Name) {
			params = append(params, "`"+p.Name+"`")
		}
	}
	answer := fmt.Sprint(c.Status)
	if c.Answer != "" {
		answer += " " + c.Answer
	}
	fmt.Fprintf(b, "| `%s %s` | %s | %s | %s | %s | %s |\n", c.Method, c.Path, c.Summary, token, strings.Join(params, ", "), c.Body, answer)
}
