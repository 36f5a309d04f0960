package console

import (
	"fmt"
	"strings"
)

// MarkdownRow writes a row of a table.
func MarkdownRow(b *strings.Builder, cells ...string) {
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(cell, "|", "\\|")
	}
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

// Code writes a cell as code; an empty one stays empty.
func Code(s string) string {
	if s == "" {
		return ""
	}
	name, key, _ := strings.Cut(s, " 🔑")
	if name != s {
		return "`" + name + "` 🔑" + key
	}
	return "`" + s + "`"
}
