package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/text"
)

// writeWidget writes the widget's copy of the rules that are data. The code that applies them, also in widget/src/rules, is handwritten; the vectors
// prove that it behaves the same.
func writeWidget(dir string) error {
	files := []struct {
		name  string
		write func() string
	}{
		{"limits.ts", limits},
		{"patterns.ts", patterns},
		{"linkPatterns.ts", linkPatterns},
		{"signupToken.ts", signupToken},
		{"codes.ts", codes},
		{"rules.ts", rules},
		{"choices.ts", choices},
		{"phoneCodes.ts", phoneCodes},
		{"postal.ts", postal},
		{"guards.ts", guards},
		{"providerSources.ts", providerSources},
		{"paymentMethods.ts", paymentMethods},
		{"testNonces.ts", testNonces},
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		source := "// Code generated from package sdk by go run ./sdk/internal/gen widget. DO NOT EDIT.\n" + f.write()
		if err := os.WriteFile(filepath.Join(dir, f.name), []byte(source), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func limits() string {
	var b strings.Builder
	b.WriteString("\n/** The least and the most that each rule allows, both included. */\nexport const limits = {\n")
	for _, limit := range form.NamedBounds {
		fmt.Fprintf(&b, "  %s: { min: %d, max: %d },\n", limit.Name, limit.Min, limit.Max)
	}
	fmt.Fprintf(&b, "} as const;\n\n/** The most code points of one visible character. */\nexport const codePointsPerGrapheme = %d;\n"+
		"\n/** The most combining marks of a letter. */\nexport const marksInARow = %d;\n", form.CodePointsPerGrapheme, form.MarksInARow)
	return b.String()
}

func patterns() string {
	var b strings.Builder
	b.WriteString("/* oxlint-disable no-control-regex -- the pattern forbidden has to match control characters */\n")
	fmt.Fprintf(&b, "\n/** White space as Unicode defines it, plus the byte order mark. */\nexport const space = /[%s]/u;\n", classOf(form.IsSpace))
	fmt.Fprintf(&b, "\n/** Characters that no text but a password may hold: control characters, U+FFFD (the replacement for broken Unicode), and overrides of the reading order. */\nexport const forbidden = /[%s]/u;\n", classOf(form.IsForbidden))
	b.WriteString("\n/** The zero of every digit set that keyboards type. The nine characters after each zero are its 1 to 9. */\nexport const digitZeros = [0x30")
	for _, zero := range form.DigitZeros() {
		fmt.Fprintf(&b, ", 0x%x", zero)
	}
	b.WriteString("];\n\n/** Curly quotes, and what they are made into. */\nexport const quotes = [\n")
	for _, q := range form.Quotes {
		fmt.Fprintf(&b, "  { curly: /[%s]/gu, straight: %s },\n", classOf(func(r rune) bool { return strings.ContainsRune(q.Curly, r) }), quoted(q.Straight))
	}
	b.WriteString("];\n")
	seen := map[string]bool{}
	for _, rule := range form.Rules {
		for _, check := range rule.Checks {
			if p := check.Pattern; p != nil && !seen[p.Name] {
				seen[p.Name] = true
				b.WriteString("\n" + constant("export const "+p.Name, regex(p, check.Test == form.TestPattern)))
			}
		}
	}
	return b.String()
}

// linkPatterns is a separate file, since the first screen reads links but shows no form.
func linkPatterns() string {
	var b strings.Builder
	b.WriteString("\n// The patterns of the values in links.\n")
	for _, p := range form.LinkPatterns {
		b.WriteString("\n" + constant("export const "+p.Name, regex(p, true)))
	}
	return b.String()
}

// signupToken is a separate file, too: only visitors with such a link need it.
func signupToken() string {
	p := form.PatternSignupToken
	return "\n" + constant("export const "+p.Name, regex(p, true))
}

// classOf returns the ranges of the matching code points, in the syntax of a regular expression's class.
func classOf(is func(rune) bool) string {
	var b strings.Builder
	for start, r := rune(-1), rune(0); r <= 0x110000; r++ {
		holds := r <= 0x10ffff && (r < 0xd800 || r > 0xdfff) && is(r)
		switch {
		case holds && start < 0:
			start = r
		case !holds && start >= 0:
			fmt.Fprintf(&b, `\u%04x`, start)
			if last := r - 1; last > start {
				fmt.Fprintf(&b, `-\u%04x`, last)
			}
			start = -1
		}
	}
	return b.String()
}

// regex returns a pattern in JavaScript syntax, in ASCII, so that a page's encoding can't change it.
func regex(p *form.Pattern, whole bool) string {
	var source strings.Builder
	for _, r := range p.Source {
		if r < 0x80 {
			source.WriteRune(r)
		} else {
			fmt.Fprintf(&source, `\u%04x`, r)
		}
	}
	if whole {
		return "/^(?:" + source.String() + ")$/u"
	}
	return "/" + source.String() + "/u"
}

func codes() string {
	var members []string
	for _, code := range text.Surface("rule") {
		members = append(members, string(code))
	}
	return "\n/** The codes of broken rules: keys of sdk/text/…/rule.json. */\n" + union("RuleCode", members)
}

func rules() string {
	used := map[string]bool{}
	var body strings.Builder
	body.WriteString("\n/** The rules of single fields. */\nexport const rules = {\n")
	for _, rule := range form.Rules {
		required := "null"
		if rule.Required != "" {
			required = quoted(string(rule.Required))
		}
		args := []string{quoted(string(rule.Normal)), required}
		for _, check := range rule.Checks {
			name := map[form.Test]string{
				form.TestLength: "length", form.TestSize: "size", form.TestDigits: "digitCount", form.TestNoEmoji: "noEmoji",
				form.TestPattern: "matches", form.TestContain: "matches",
			}[check.Test]
			used[name] = true
			call := name + "(" + quoted(string(check.Code))
			switch {
			case check.Pattern != nil:
				call += ", patterns." + check.Pattern.Name
			case check.Bounds != form.Bounds{}:
				call += ", limits." + boundsName(check.Bounds, rule.Name)
			}
			args = append(args, call+")")
		}
		line := "  " + rule.Name + ": defineRule(" + strings.Join(args, ", ") + "),\n"
		if len(line) > lineWidth+1 {
			line = "  " + rule.Name + ": defineRule(\n    " + strings.Join(args, ",\n    ") + ",\n  ),\n"
		}
		body.WriteString(line)
	}
	body.WriteString("} as const;\n")
	used["defineRule"] = true
	imports := slices.Sorted(maps.Keys(used))
	return "import { limits } from './limits.js';\nimport * as patterns from './patterns.js';\nimport { " +
		strings.Join(imports, ", ") + " } from './rule.js';\n" + body.String()
}

// boundsName returns the name of a rule's bounds. If several bounds are equal, it is the one that the rule's name starts with.
func boundsName(b form.Bounds, rule string) string {
	found := ""
	for _, named := range form.NamedBounds {
		if named.Bounds == b && (found == "" || strings.HasPrefix(rule, named.Name)) {
			found = named.Name
		}
	}
	return found
}

func choices() string {
	var b strings.Builder
	lists := form.Choices()
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		declared := "export const " + name + ": readonly string[] = "
		fmt.Fprintf(&b, "\n%s%s;\n", declared, list(lists[name], "", len(declared)))
	}
	roles := form.ProfessionalRoles()
	b.WriteString("\n/** By country; '' is everywhere else. */\nexport const professionalRoles: Readonly<Record<string, readonly string[]>> = {\n")
	for _, country := range slices.Sorted(maps.Keys(roles)) {
		key := country
		if key == "" {
			key = "''"
		}
		fmt.Fprintf(&b, "  %s: %s,\n", key, list(roles[country], "  ", len(key)+4))
	}
	b.WriteString("};\n")
	return b.String()
}

func phoneCodes() string {
	var b strings.Builder
	b.WriteString("\n/** Every country code there is, those of services included. */\nexport const knownPhoneCountryCodes: ReadonlySet<string> = new Set(\n")
	fmt.Fprintf(&b, "  '%s'.split(\n    ' ',\n  ),\n);\n", strings.Join(form.PhoneCountryCodeDigits(), " "))
	byTrunk := map[string][]string{}
	for code, trunk := range form.TrunkPrefixes() {
		byTrunk[trunk] = append(byTrunk[trunk], code)
	}
	b.WriteString("\n/** What people dial before a number within a country (first), and the country codes where they do. */\nconst trunks = [\n")
	for _, trunk := range slices.Sorted(maps.Keys(byTrunk)) {
		slices.Sort(byTrunk[trunk])
		fmt.Fprintf(&b, "  '%s: %s',\n", trunk, strings.Join(byTrunk[trunk], " "))
	}
	b.WriteString(`];

/** What people dial before a number within a country, by country code. */
export const trunkPrefixes: Readonly<Record<string, string>> = Object.fromEntries(
  trunks.flatMap((line) => {
    const [trunk = '', codes = ''] = line.split(': ');
    return codes.split(' ').map((code) => [code, trunk]);
  }),
);
`)
	return b.String()
}

func quoted(s string) string {
	if strings.Contains(s, "'") {
		return `"` + s + `"`
	}
	return "'" + s + "'"
}

// lineWidth is prettier's line width in the widget.
const lineWidth = 150

// list returns an array of strings in prettier's format, after the given number of characters.
func list(values []string, indent string, before int) string {
	items := make([]string, 0, len(values))
	for _, v := range values {
		items = append(items, quoted(v))
	}
	if line := "[" + strings.Join(items, ", ") + "]"; before+len(line) < lineWidth {
		return line
	}
	return "[\n  " + indent + strings.Join(items, ",\n  "+indent) + ",\n" + indent + "]"
}

// constant returns a declaration in prettier's format.
func constant(declared, value string) string {
	if len(declared)+len(value)+len(" = ;") > lineWidth {
		return declared + " =\n  " + value + ";\n"
	}
	return declared + " = " + value + ";\n"
}

// union returns a type of string literals in prettier's format.
func union(name string, members []string) string {
	items := make([]string, 0, len(members))
	for _, m := range members {
		items = append(items, quoted(m))
	}
	if line := "export type " + name + " = " + strings.Join(items, " | ") + ";\n"; len(line) <= lineWidth+1 {
		return line
	}
	return "export type " + name + " =\n  | " + strings.Join(items, "\n  | ") + ";\n"
}
