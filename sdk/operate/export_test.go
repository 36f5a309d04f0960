package operate

import "strings"

// DataMapColumns is every column that the data map names, as table.column.
func DataMapColumns() []string {
	var out []string
	for _, t := range dataMap {
		for _, c := range t.personal {
			out = append(out, t.name+"."+c.name)
		}
		for _, c := range strings.Fields(t.plain) {
			out = append(out, t.name+"."+c)
		}
	}
	return out
}
