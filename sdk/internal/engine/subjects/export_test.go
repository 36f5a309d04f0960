package subjects

import (
	"fmt"
	"strings"
)

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
	all := map[string]string{"personPays": personPays, "whoseSignups": whoseSignups, "whoHasAddress": whoHasAddress, "families shown": familiesShown, "families erased": familiesErased}
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

// PersonalColumns is every column that holds something of people, as table.column; not the states that an erasure changes.
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

// RetentionStatements are the statements of the rules of retention, by what they do.
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

// AppendOnly is how long rows of append-only tables are kept, by table.
func AppendOnly() map[string]string {
	all := map[string]string{}
	for _, r := range retentions {
		if r.ever && r.empty == nil {
			all[r.table] = r.keep
		}
	}
	return all
}

// KeptWhole is how long rows are kept that may be changed, but not deleted, by table.
func KeptWhole() map[string]string {
	all := map[string]string{}
	for _, r := range retentions {
		if r.ever && r.empty != nil {
			all[r.table] = r.keep
		}
	}
	return all
}
