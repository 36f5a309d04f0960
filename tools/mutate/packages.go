package main

import (
	"cmp"
	"slices"
	"strings"
)

// helpers are packages used only by tests and generators.
var helpers = []string{"internal/condition", "internal/container", "internal/seed", "internal/testlog", "sdk/internal/fixture", "sdk/internal/gen", "sdk/sdktest"}

func isProduct(name string) bool {
	return !slices.Contains(helpers, name) && !strings.HasPrefix(name, "examples/")
}

// testers returns the packages with tests that may notice a change: the changed packages, then those that import them in tests or code. Packages with
// the most such imports come first, then smaller ones. Importers fill the list up to most packages in all.
func (m *module) testers(changed []string, most int) []string {
	importers := map[string]int{}
	for name, l := range m.packages {
		if !l.hasTests() || !isProduct(name) {
			continue
		}
		for _, i := range slices.Concat(l.Imports, l.TestImports, l.XTestImports) {
			if slices.Contains(changed, m.below(i)) {
				importers[name]++
			}
		}
	}
	var own, others []string
	for _, name := range m.names() {
		switch {
		case slices.Contains(changed, name):
			if m.packages[name].hasTests() {
				own = append(own, name)
			}
		case importers[name] > 0:
			others = append(others, name)
		}
	}
	slices.SortStableFunc(others, func(a, b string) int {
		return cmp.Or(importers[b]-importers[a], len(m.packages[a].GoFiles)-len(m.packages[b].GoFiles))
	})
	return append(own, others[:min(len(others), max(0, most-len(own)))]...)
}
