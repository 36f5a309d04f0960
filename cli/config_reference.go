package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// settingFlags are the flags that set a setting, by its name.
var settingFlags = map[string]string{"addr": "--addr", "privateAddr": "--private-addr"}

func newConfigReferenceCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "reference",
		Short:   "Print the table of every setting, as Markdown",
		Long:    "Print the table of every setting: its name in the file, its variable, its flag, its default and what it means.",
		Example: "  cojoin config reference > docs/configuration.md",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeReference(cmd.OutOrStdout())
		},
	}
}

const referenceHead = `# Configuration

Written by ` + "`cojoin config reference`" + `; edit ` + "`cli/setting.go`" + `, not this page.

Settings come from a file (` + "`--config`, else `COJOIN_CONFIG`, else `cojoin.yaml`" + ` if it exists), then from environment variables,
then from flags; a later one wins. In the file, a name with dots is nested (` + "`payment: { provider: braintree }`" + `). A name that ends in
` + "`.*`" + ` is a map; its variable is followed by ` + "`_` and the key, as in `COJOIN_LINKS_terms`" + `. A secret (🔑) may be stored in a separate
file: name that file in the variable that ends in ` + "`_FILE`, as in `COJOIN_SECRET_FILE`" + `.

` + "`cojoin config check`" + ` reports every mistake, and so do ` + "`serve`, `work` and `migrate`" + ` before they start. ` + "`cojoin config show`" + ` prints every
setting, its value and where it comes from, but never a secret. ` + "`cojoin doctor`" + ` tests what the settings refer to.

| setting | variable | flag | default | meaning |
|---|---|---|---|---|
`

func writeReference(out io.Writer) error {
	var b strings.Builder
	b.WriteString(referenceHead)
	for _, d := range settingTable {
		name, variable := d.name, d.variable()
		if d.secret {
			name += " 🔑"
		}
		if strings.HasSuffix(d.name, ".*") {
			variable += "_…"
		}
		cells := []string{code(name), code(variable), code(settingFlags[d.name]), code(d.fallback), d.doc}
		writeMarkdownRow(&b, cells...)
	}
	writeKeys(&b)
	_, err := io.WriteString(out, b.String())
	return err
}

// writeMarkdownRow writes a row of a table.
func writeMarkdownRow(b *strings.Builder, cells ...string) {
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(cell, "|", "\\|")
	}
	fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
}

// code writes a cell as code; an empty one stays empty.
func code(s string) string {
	if s == "" {
		return ""
	}
	name, key, _ := strings.Cut(s, " 🔑")
	if name != s {
		return "`" + name + "` 🔑" + key
	}
	return "`" + s + "`"
}
