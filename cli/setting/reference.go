package setting

import (
	"io"
	"strings"

	"github.com/cojoin/cojoin/cli/console"
)

// settingFlags maps settings to their flags.
var settingFlags = map[string]string{"addr": "--addr", "privateAddr": "--private-addr"}

const referenceHead = `# Configuration

Written by ` + "`cojoin config reference`" + `; edit ` + "`cli/setting/table.go`" + `, not this page.

Settings come from a file (` + "`--config`, else `COJOIN_CONFIG`, else `cojoin.yaml`" + ` if it exists), then from environment variables,
then from flags; a later one wins. In the file, a name with dots is nested (` + "`payment: { provider: braintree }`" + `). A name that ends in
` + "`.*`" + ` is a map; its variable is followed by ` + "`_` and the key, as in `COJOIN_LINKS_terms`" + `. A secret (🔑) may be stored in a separate
file: name that file in the variable that ends in ` + "`_FILE`, as in `COJOIN_SECRET_FILE`" + `.

` + "`cojoin config check`" + ` reports every mistake, and so do ` + "`serve`, `work` and `migrate`" + ` before they start. ` + "`cojoin config show`" + ` prints every
setting, its value and its source, but never a secret. ` + "`cojoin doctor`" + ` tests the services in the settings.

Defaults and the values of our example files are made for the demonstration. The column *may stay in production* lists those that aren't accepted there: a new
installation doesn't start with them, nor with the shipped catalog, and one error names all of them. An installation that sells already starts, logs a
warning for each, and has the alert [CojoinDemonstration](how-to/alerts.md#cojoindemonstration); so does one that takes no real money (` + "`payment.environment: sandbox`" + `).

| setting | variable | flag | default | may stay in production | meaning |
|---|---|---|---|---|---|
`

// WriteReference writes docs/configuration.md.
func WriteReference(out io.Writer) error {
	var b strings.Builder
	b.WriteString(referenceHead)
	for _, d := range Table {
		name, variable := d.Name, d.Variable()
		if d.Secret {
			name += " 🔑"
		}
		if strings.HasSuffix(d.Name, ".*") {
			variable += "_…"
		}
		cells := []string{console.Code(name), console.Code(variable), console.Code(settingFlags[d.Name]), console.Code(d.fallback), d.stays.doc, d.Doc}
		console.MarkdownRow(&b, cells...)
	}
	writeKeys(&b)
	_, err := io.WriteString(out, b.String())
	return err
}
