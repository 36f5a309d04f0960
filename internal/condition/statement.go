package condition

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// variant is a statement with one condition removed or changed.
type variant struct {
	condition string // as written in the statement
	change    string // the change
	label     string // both
	sql       string
}

// leftOut is the change that removes a condition.
const leftOut = "left out"

// statement is a parsed statement with everything needed to try it.
type statement struct {
	name, sql string
	tables    []string          // those in the statement
	twice     map[string]bool   // those that occur more than once
	written   []string          // those that it may change
	alias     map[string]string // to table
	args      []string          // names, in order
	argTypes  map[string]string
	usual     map[string]string   // of each argument
	assigned  map[string]*column  // arguments that are written to a column
	hints     map[string][]string // values that conditions compare a column (table.name) or an argument with
	made      map[string]bool     // source columns (table.name) of a generated column in a condition
	variants  []variant
}

var (
	argument  = regexp.MustCompile(`@\w+|\$\d+|\bnow\(\)`)
	selection = regexp.MustCompile(`(?i)\( ?\(?SELECT `)
	number    = regexp.MustCompile(`^\d+$`)
)

// readStatement parses a statement and has Postgres infer the types of its arguments.
func readStatement(ctx context.Context, conn *pgx.Conn, s *schema, name, sql string) (*statement, error) {
	sql = normalize(sql)
	st := &statement{name: name, sql: sql, twice: map[string]bool{}, alias: map[string]string{}, argTypes: map[string]string{}, usual: map[string]string{}, assigned: map[string]*column{}, hints: map[string][]string{}, made: map[string]bool{}}
	for _, arg := range argument.FindAllString(sql, -1) {
		if !slices.Contains(st.args, arg) {
			st.args = append(st.args, arg)
		}
	}
	types, err := st.prepare(ctx, conn, sql)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for i, arg := range st.args {
		st.argTypes[arg] = types[i]
	}
	st.findTables(s)
	for _, c := range clauses(sql) {
		st.addHints(s, sql[c.from:c.to])
	}
	for _, arg := range st.args {
		st.assigned[arg] = st.assignedTo(s, arg)
		st.usual[arg] = st.usualArgument(arg)
	}
	seen := map[string]int{}
	for _, c := range clauses(sql) {
		text := sql[c.from:c.to]
		condition := short(text)
		if seen[condition]++; seen[condition] > 1 {
			condition += fmt.Sprintf(" (%d)", seen[condition])
		}
		for _, v := range append([]variant{{change: leftOut, sql: c.without}}, st.weakened(s, text)...) {
			v.condition, v.label, v.sql = condition, condition+" "+v.change, sql[:c.from]+v.sql+sql[c.to:]
			if _, err := st.prepare(ctx, conn, v.sql); err == nil {
				st.variants = append(st.variants, v)
			} else if v.change == leftOut {
				return nil, fmt.Errorf("%s without %s: %w", name, condition, err)
			}
		}
	}
	return st, nil
}

// usualArgument chooses a value that satisfies most conditions: an empty filter, a moment or an id beyond those of the rows.
func (st *statement) usualArgument(arg string) string {
	if strings.Contains(st.sql, "LIMIT "+arg) {
		return "3"
	}
	for _, filter := range []string{"", "NULL"} {
		if slices.Contains(st.hints[arg], filter) {
			return filter
		}
	}
	if c := st.assigned[arg]; c != nil && c.Type != "timestamp with time zone" {
		return c.values()[0]
	}
	typ := st.argTypes[arg]
	above, below := regexp.MustCompile("<=? "+regexp.QuoteMeta(arg)).MatchString(st.sql), regexp.MustCompile(">=? "+regexp.QuoteMeta(arg)).MatchString(st.sql)
	beyond := map[string][2]string{"uuid": {"b", "0"}, "timestamp with time zone": {"t3", "t1"}}[typ]
	switch {
	case above && !below && beyond[0] != "":
		return beyond[0]
	case below && !above && beyond[1] != "":
		return beyond[1]
	}
	return valuesOf[typ][0]
}

// longest is the maximum length of a condition in the file. Only comparisons of whole rows exceed it.
const longest = 180

// short omits the text of subqueries: their conditions have lines of their own.
func short(text string) string {
	for {
		at := selection.FindStringIndex(text)
		switch {
		case at == nil && len(text) > longest:
			return text[:80] + "…"
		case at == nil:
			return text
		}
		list := tokenize(text[at[0]:])
		text = text[:at[0]] + "(…)" + text[at[0]+list[closing(list, 0)].to:]
	}
}

// assignedTo returns the column that stores an argument: the one with its name, or the one it is assigned to.
func (st *statement) assignedTo(s *schema, arg string) *column {
	names := []string{strings.TrimLeft(arg, "@")}
	if m := regexp.MustCompile(`(\w+) = ` + regexp.QuoteMeta(arg) + `\b`).FindStringSubmatch(st.sql); m != nil {
		names = append(names, m[1])
	}
	for _, table := range st.written {
		for _, name := range names {
			if c := s.column(table, name); c != nil && c.Type == st.argTypes[arg] {
				return c
			}
		}
	}
	return nil
}

func (st *statement) prepare(ctx context.Context, conn *pgx.Conn, sql string) ([]string, error) {
	numbered := argument.ReplaceAllStringFunc(sql, func(arg string) string {
		n := fmt.Sprintf("$%d", slices.Index(st.args, arg)+1)
		if arg == "now()" {
			n += "::timestamptz"
		}
		return n
	})
	known := ""
	if len(st.argTypes) > 0 { // Postgres may not infer all types of a variant
		var types []string
		for _, arg := range st.args {
			types = append(types, st.argTypes[arg])
		}
		known = "(" + strings.Join(types, ", ") + ")"
	}
	if _, err := conn.Exec(ctx, "PREPARE tried"+known+" AS "+numbered); err != nil {
		return nil, err
	}
	var types []string
	err := conn.QueryRow(ctx, "SELECT parameter_types::text[] FROM pg_prepared_statements WHERE name = 'tried'").Scan(&types)
	if err == nil {
		_, err = conn.Exec(ctx, "DEALLOCATE tried")
	}
	return types, err
}

func (st *statement) findTables(s *schema) {
	list := tokenize(st.sql)
	for i, tok := range list {
		if i == 0 || s.columns[tok.text] == nil || !slices.Contains([]string{"FROM", "JOIN", "UPDATE", "INTO", "USING", ","}, list[i-1].text) {
			continue
		}
		if slices.Contains(st.tables, tok.text) {
			st.twice[tok.text] = true
		} else {
			st.tables = append(st.tables, tok.text)
		}
		st.alias[tok.text] = tok.text
		j := i + 1
		if j < len(list) && list[j].text == "AS" {
			j++
		}
		if j < len(list) && !keywords.MatchString(list[j].text) {
			st.alias[list[j].text] = tok.text
		}
		if before := list[i-1].text; before == "UPDATE" || before == "INTO" || before == "FROM" && i > 1 && list[i-2].text == "DELETE" {
			if !slices.Contains(st.written, tok.text) {
				st.written = append(st.written, tok.text)
			}
		}
	}
}

// columnsOf returns the columns in an expression. An unqualified name may match several tables.
func (st *statement) columnsOf(s *schema, text string) (found []*column) {
	for _, tok := range tokenize(text) {
		of, name, qualified := strings.Cut(tok.text, ".")
		tables := []string{st.alias[of]}
		if !qualified {
			tables, name = st.tables, of
		}
		for _, table := range tables {
			if c := s.column(table, name); c != nil && !slices.Contains(found, c) {
				found = append(found, c)
			}
		}
	}
	return found
}

// addHints collects the constants that a condition compares columns and arguments with.
func (st *statement) addHints(s *schema, text string) {
	if selection.MatchString(text) {
		return
	}
	st.addGenerated(s, text)
	columns := st.columnsOf(s, text)
	words := strings.Fields(text)
	for _, c := range columns {
		key := c.Table + "." + c.Name
		switch last := len(words) - 1; {
		case last == 0:
			st.hints[key] = union(st.hints[key], []string{"true"})
		case strings.HasSuffix(text, "IS NULL"):
			st.hints[key] = union(st.hints[key], []string{"NULL"})
		case c.Nullable && len(c.Allowed) == 0:
			st.hints[key] = union(st.hints[key], c.values()[:1])
		}
	}
	var constants []string
	for _, tok := range tokenize(text) {
		switch {
		case strings.HasPrefix(tok.text, "'") && !strings.Contains(tok.text, " "):
			constants = append(constants, strings.Trim(tok.text, "'"))
		case number.MatchString(tok.text):
			constants = append(constants, tok.text)
		case strings.HasPrefix(tok.text, "@"), strings.HasPrefix(tok.text, "$"):
			for _, c := range columns {
				if st.argTypes[tok.text] == c.Type {
					st.hints[tok.text] = union(st.hints[tok.text], c.values())
				}
			}
		}
	}
	for _, arg := range argument.FindAllString(text, -1) {
		if st.argTypes[arg] == "text" || st.argTypes[arg] == "smallint" || st.argTypes[arg] == "integer" {
			st.hints[arg] = union(st.hints[arg], constants)
		}
		if regexp.MustCompile(regexp.QuoteMeta(arg) + `(::\w+)? IS NULL`).MatchString(text) {
			st.hints[arg] = union(st.hints[arg], []string{"NULL"})
		}
	}
	for _, c := range columns {
		for _, constant := range constants {
			if len(c.Allowed) == 0 && c.Type != "uuid" && c.Type != "timestamp with time zone" || slices.Contains(c.Allowed, constant) {
				st.hints[c.Table+"."+c.Name] = union(st.hints[c.Table+"."+c.Name], []string{constant})
			}
		}
	}
}

// addGenerated collects every value of the source columns of a condition's generated columns.
func (st *statement) addGenerated(s *schema, text string) {
	for _, tok := range tokenize(text) {
		of, name, qualified := strings.Cut(tok.text, ".")
		tables := []string{st.alias[of]}
		if !qualified {
			tables, name = st.tables, of
		}
		for _, table := range tables {
			for _, made := range s.generated[table+"."+name] {
				c := s.column(table, made)
				if c == nil {
					continue
				}
				values := c.values()
				if c.Nullable {
					values = append([]string{"NULL"}, values[0])
				}
				st.made[table+"."+made] = true
				st.hints[table+"."+made] = union(st.hints[table+"."+made], values)
			}
		}
	}
}

func union(a, b []string) []string {
	for _, v := range b {
		if !slices.Contains(a, v) {
			a = append(a, v)
		}
	}
	return a
}

// comparisons lists the changes of each comparison. An equality is only loosened for values with a natural order.
var comparisons = map[string][]string{"<": {"<="}, "<=": {"<"}, ">": {">="}, ">=": {">"}, "=": {"<=", ">="}}

// weakened returns slightly changed conditions: at the boundary, or with one value more or fewer in a list.
func (st *statement) weakened(s *schema, text string) (out []variant) {
	list := tokenize(text)
	if len(split(list, "OR")) > 1 || len(split(list, "AND")) > 1 || selection.MatchString(text) || list[0].text == "(" || list[0].text == "NOT" {
		return nil
	}
	for i, tok := range list {
		left, right := text[:tok.from], text[tok.to:]
		columns := st.columnsOf(s, left)
		switch {
		case tok.text == "IN" || (tok.text == "=" || tok.text == "<>") && i+2 == len(list) && strings.HasPrefix(list[i+1].text, "'"):
			if len(columns) == 0 {
				return nil
			}
			return listed(left, tok.text, quoted.FindAllString(right, -1), columns[0].Allowed)
		case tok.text == "=" && (len(columns) == 0 || slices.Contains([]string{"uuid", "text", "bytea", "boolean"}, columns[0].Type)):
			return nil
		case comparisons[tok.text] != nil:
			for _, other := range comparisons[tok.text] {
				out = append(out, variant{change: "with " + other, sql: left + other + right})
			}
			return out
		case tok.text == "(":
			return nil
		}
	}
	return nil
}

// listed returns a list of values with one more, and with one fewer.
func listed(left, operator string, values, allowed []string) (out []variant) {
	word := "IN ("
	if operator == "<>" {
		word = "NOT IN ("
	}
	for _, value := range allowed {
		change, with := "with ", append(slices.Clone(values), "'"+value+"'")
		if slices.Contains(values, "'"+value+"'") {
			change, with = "without ", slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == "'"+value+"'" })
		}
		if len(with) > 0 {
			out = append(out, variant{change: change + value, sql: left + word + strings.Join(with, ", ") + ")"})
		}
	}
	return out
}
