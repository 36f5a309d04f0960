package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk"
)

func postal() string {
	var b strings.Builder
	formats := sdk.PostalFormats()
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
	posts, regions := sdk.MilitaryPosts()
	fmt.Fprintf(&b, "};\n\n/** What the post of the US armed forces calls its cities, and the states that they need. */\n"+
		"export const militaryPosts: readonly string[] = %s;\nexport const militaryRegions: readonly string[] = %s;\n", list(posts, "", 0), list(regions, "", 0))
	return b.String()
}

// guards is the table of what a sign-up may see in each state.
func guards() string {
	var b strings.Builder
	table := sdk.StepGuards()
	var states []string
	for _, g := range table {
		states = append(states, string(g.State))
	}
	b.WriteString("\n/** Where a sign-up stands. */\n" + union("StepState", states))
	b.WriteString("\n/** By state: the route that comes next, and the routes that may be seen. The server's answer decides; this is what it decides by. */\n" +
		"export const stepGuards: Readonly<Record<StepState, { next: string; routes: readonly string[] }>> = {\n")
	for _, g := range table {
		fmt.Fprintf(&b, "  %s: { next: %s, routes: %s },\n", g.State, quoted(g.Next), list(g.Routes, "  ", len(g.State)+len(g.Next)+30))
	}
	b.WriteString("};\n")
	return b.String()
}
