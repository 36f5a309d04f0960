package subjects

import (
	"fmt"
	"strings"
)

// DataMapColumns returns every column of the data map, as table.column.
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

// PrivacyStatements returns the statements of export and erasure, by purpose.
func PrivacyStatements() map[string]string {
	all := map[string]string{"personPays": personPays, "subjectSignups": subjectSignups, "personsAtAddress": personsAtAddress, "families shown": familiesShown, "families erased": familiesErased}
	for i, lock := range locks {
		all[fmt.Sprintf("lock %d", i+1)] = lock
	}
	for _, table := range dataMap {
		if table.rows() != "" {
			all["export "+table.name] = table.export()
		}
		if statement := table.erasure(); statement != "" {
			all["erase "+table.name] = statement
		}
	}
	return all
}

// PersonalColumns returns every column with personal data, as table.column, without the states that an erasure changes.
func PersonalColumns() []string {
	var out []string
	for _, t := range dataMap {
		for _, c := range t.personal {
			if c.what != "state" {
				out = append(out, t.name+"."+c.name)
			}
		}
	}
	return out
}

// RetentionStatements returns the statements of the retention rules, by purpose.
func RetentionStatements() map[string]string {
	all := map[string]string{}
	for _, r := range retentions {
		name := r.table
		if r.where != "" {
			name += ", " + r.what
		}
		all["forecast "+name] = r.forecast()
		if r.empty == nil {
			all["delete "+name] = r.deletion()
		}
	}
	return all
}

// AppendOnly returns the retention periods of append-only tables, by table.
func AppendOnly() map[string]string {
	all := map[string]string{}
	for _, r := range retentions {
		if r.ever && r.empty == nil {
			all[r.table] = r.keep
		}
	}
	return all
}

// KeptWhole returns, by table, the retention periods of rows that may be changed but not deleted.
func KeptWhole() map[string]string {
	all := map[string]string{}
	for _, r := range retentions {
		if r.ever && r.empty != nil {
			all[r.table] = r.keep
		}
	}
	return all
}
