package attack

import (
	"bytes"
	"context"
	"encoding/csv"
	"strings"

	"github.com/cojoin/cojoin/cli/console"
)

// tryFormulas exports formulas, as strangers might type them. This command line writes the exports, not the server, so nothing has to be planted
// there.
func tryFormulas(context.Context, *Target) verdict {
	formulas := []string{`=HYPERLINK("https://attacker.invalid")`, "+1+1", "-1+1", "@SUM(1)", "\t=1", " =1"}
	var out bytes.Buffer
	if err := console.WriteCSV(&out, []string{"name"}, [][]string{formulas}); err != nil {
		return untried(err.Error())
	}
	return judgeExport(out.String(), len(formulas))
}

// judgeExport requires an apostrophe before every cell of the second line: spreadsheets then show the cell as text.
func judgeExport(export string, cells int) verdict {
	reader := csv.NewReader(strings.NewReader(export))
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	if err != nil || len(rows) != 2 || len(rows[1]) != cells {
		return broken("an export can't be read back")
	}
	for _, cell := range rows[1] {
		if !strings.HasPrefix(cell, "'") {
			return broken("an export holds the formula " + cell)
		}
	}
	return held("this command's exports show them as text")
}
