package apiserver

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk"
)

const referenceHead = `<!-- Written by ` + "`make gen`" + ` from the table of routes. Do not edit. -->

# The HTTP interface

Every call, with what it takes and answers. The fields of each body stand at ` + "`/docs`" + ` of a running server (one page, no script) and in
[openapi.json](../../apiserver/openapi.json); error codes in [errors.md](errors.md). Bodies are JSON of at most 64 KiB; names are case-sensitive
and unknown ones are refused. What a person can put right is answered with 409 and ` + "`validationErrors`" + `, everything else with
` + "`application/problem+json`" + `. ` + "`Accept-Language`" + ` (en, es) and ` + "`Anonymous-Id`" + ` (the visitor's random id) may
be sent with every call. ` + "`Idempotency-Key`" + ` makes a call that is sent twice count once: required where something is paid, optional elsewhere.
`

// Reference gives an index of every call as Markdown: the public ones, then the operators'.
func Reference() ([]byte, error) {
	api, _ := newAPI(&server{}, routes, passThrough)
	doc := api.OpenAPI()
	var b strings.Builder
	b.WriteString(referenceHead)
	b.WriteString("\n## Tokens\n\n| token | how it is sent | what it is |\n|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(securitySchemes)) {
		scheme, sent := securitySchemes[name], "`Authorization: Bearer`"
		if scheme.Name != "" {
			sent = "`" + scheme.Name + "`"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", name, sent, scheme.Description)
	}
	b.WriteString("\n## Calls\n\n| call | what it is for | token | headers and query | body | answer |\n|---|---|---|---|---|---|\n")
	for _, group := range referenceGroups(doc, routes) {
		for _, c := range group.Calls {
			writeCall(&b, c)
		}
	}
	fmt.Fprintf(&b, "\n## Operators' calls\n\nServed on the private address alone (`privateAddr`), with `operatorToken` as bearer. The same is done by `%s` commands on the\n"+
		"database.\n\n| call | what it is for | token | headers and query | body | answer |\n|---|---|---|---|---|---|\n", strings.ToLower(sdk.ProductName))
	private, _ := newAPI(&server{}, adminRoutes, passThrough)
	for _, group := range referenceGroups(private.OpenAPI(), adminRoutes) {
		for _, c := range group.Calls {
			writeCall(&b, c)
		}
	}
	return []byte(b.String()), nil
}

// everyCalls are headers that all public calls take: the page says so once.
var everyCalls = []string{"Accept-Language", "Anonymous-Id"}

func writeCall(b *strings.Builder, c referenceCall) {
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
