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

// PrivacyStatements are the statements of export and erasure, by what they do.
func PrivacyStatements() map[string]string {
	all := map[string]string{"personPays": personPays}
	for _, table := range dataMap {
		if table.of != "" {
			all["export "+table.name] = table.export()
		}
		if statement := table.erasure(); statement != "" {
			all["erase "+table.name] = statement
		}
	}
	return all
}
