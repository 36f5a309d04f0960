package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/engine/invites"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
)

func postal() string {
	var b strings.Builder
	formats := form.PostalFormats()
	b.WriteString("import type { RuleCode } from './codes.js';\n")
	written := map[string]bool{}
	for _, country := range slices.Sorted(maps.Keys(formats)) {
		if p := formats[country].Pattern; !written[p.Name] {
			written[p.Name] = true
			b.WriteString("\n" + constant("const "+p.Name, regex(p, true)))
		}
	}
	b.WriteString("\n/** How countries write their postal codes; `spaced` is how many characters follow the space. */\n" +
		"export const postalFormats: Readonly<Record<string, { pattern: RegExp; spaced?: number; region?: RuleCode }>> = {\n")
	for _, country := range slices.Sorted(maps.Keys(formats)) {
		f := formats[country]
		fmt.Fprintf(&b, "  %s: { pattern: %s", country, f.Pattern.Name)
		if f.Spaced > 0 {
			fmt.Fprintf(&b, ", spaced: %d", f.Spaced)
		}
		if f.Region != "" {
			fmt.Fprintf(&b, ", region: %s", quoted(f.Region))
		}
		b.WriteString(" },\n")
	}
	b.WriteString("};\n\n/** What the postal codes of a region start with: single prefixes, and ranges of them. */\n" +
		"export const postalPrefixes: Readonly<Record<string, Readonly<Record<string, string>>>> = {\n")
	for _, country := range slices.Sorted(maps.Keys(formats)) {
		prefixes := formats[country].Prefixes
		if prefixes == nil {
			continue
		}
		fmt.Fprintf(&b, "  %s: {\n", country)
		for _, region := range slices.Sorted(maps.Keys(prefixes)) {
			fmt.Fprintf(&b, "    %s: %s,\n", region, quoted(strings.Join(prefixes[region], " ")))
		}
		b.WriteString("  },\n")
	}
	posts, regions := form.MilitaryPosts()
	fmt.Fprintf(&b, "};\n\n/** What the post of the US armed forces calls its cities, and the states that they need. */\n"+
		"export const militaryPosts: readonly string[] = %s;\nexport const militaryRegions: readonly string[] = %s;\n", list(posts, "", 0), list(regions, "", 0))
	return b.String()
}

// guards returns the tables of open routes in each state of a sign-up and of an invited parent.
func guards() string {
	var b strings.Builder
	steps := make([]guard, 0, len(signups.StepGuards()))
	for _, g := range signups.StepGuards() {
		steps = append(steps, guard{string(g.State), g.Next, g.Routes})
	}
	inviteList := make([]guard, 0, len(invites.StepGuards()))
	for _, g := range invites.StepGuards() {
		inviteList = append(inviteList, guard{string(g.State), g.Next, g.Routes})
	}
	b.WriteString("\n/** The route that comes next, and the routes that may be seen. The server's answer decides; this is what it decides by. */\n" +
		"export interface Guard {\n  next: string;\n  routes: readonly string[];\n}\n")
	guardTable(&b, "StepState", "Where a sign-up stands.", "stepGuards", steps)
	guardTable(&b, "InviteState", "Where an invited parent stands. /invite/request is open to anyone.", "inviteGuards", inviteList)
	return b.String()
}

// guard is a row of either table.
type guard struct {
	state, next string
	routes      []string
}

func guardTable(b *strings.Builder, kind, about, name string, table []guard) {
	states := make([]string, 0, len(table))
	for _, g := range table {
		states = append(states, g.state)
	}
	fmt.Fprintf(b, "\n/** %s */\n%s\nexport const %s: Readonly<Record<%s, Guard>> = {\n", about, union(kind, states), name, kind)
	for _, g := range table {
		row := fmt.Sprintf("  %s: { next: %s, routes: %s },\n", g.state, quoted(g.next), list(g.routes, "  ", 0))
		if len(row) > lineWidth+1 {
			row = fmt.Sprintf("  %s: {\n    next: %s,\n    routes: %s,\n  },\n", g.state, quoted(g.next), list(g.routes, "    ", len("    routes: ,")))
		}
		b.WriteString(row)
	}
	b.WriteString("};\n")
}

// providerSources lists the sources that a page's content security policy must allow for the payment provider.
func providerSources() string {
	var b strings.Builder
	b.WriteString("\n/** What a page's Content-Security-Policy has to name for Braintree's client, by directive. */\nexport const providerSources = {\n")
	for _, row := range []struct {
		directive string
		sources   []string
	}{
		{"script", gateway.BraintreeSources.Script},
		{"connect", gateway.BraintreeSources.Connect},
		{"frame", gateway.BraintreeSources.Frame},
		{"img", gateway.BraintreeSources.Image},
		{"form", gateway.BraintreeSources.Form},
	} {
		fmt.Fprintf(&b, "  %s: %s,\n", row.directive, list(row.sources, "  ", len("  : ,")+len(row.directive)))
	}
	b.WriteString("} as const;\n")
	return b.String()
}
