package condition

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// world is a database with at most two rows in each of a statement's tables, and the statement's arguments. It holds only unusual values:
// "orders.state" is a column of the first row, "orders#2.state" of the second, "@now" an argument. "orders" is "none" without the first row,
// "orders#2" is "one" with a second.
type world map[string]string

// tester runs statements in worlds.
type tester struct {
	conn   *pgx.Conn
	schema *schema
	usual  map[string]string // values of columns, by "table.column", that satisfy every CHECK
	random *rand.Rand
}

func pick[T any](t *tester, from []T) T { return from[t.random.IntN(len(from))] }

// keys returns the possible differences between worlds of a statement: its arguments, rows, and the columns of its conditions.
func (t *tester) keys(st *statement) (keys []string) {
	keys = slices.Clone(st.args)
	var words []token
	for _, c := range clauses(st.sql) {
		words = append(words, tokenize(st.sql[c.from:c.to])...)
	}
	for _, table := range st.tables {
		rows := []string{table}
		if st.twice[table] {
			rows = append(rows, table+"#2")
		}
		for _, row := range rows {
			keys = append(keys, row)
			for _, c := range t.schema.columns[table] {
				if st.made[table+"."+c.Name] || slices.ContainsFunc(words, func(w token) bool {
					return w.text == c.Name || strings.HasSuffix(w.text, "."+c.Name)
				}) {
					keys = append(keys, row+"."+c.Name)
				}
			}
		}
	}
	return keys
}

// usualOf returns the value of a key that a world doesn't hold.
func (t *tester) usualOf(st *statement, key string) string {
	if st.argTypes[key] != "" {
		return st.usual[key]
	}
	row, name, isColumn := strings.Cut(key, ".")
	table, _, second := strings.Cut(row, "#")
	switch {
	case isColumn:
		c := t.schema.column(table, name)
		value, ok := t.usual[table+"."+name]
		if second && c.Unique && (!ok || value != "NULL") {
			if values := c.values(); len(values) > 1 {
				return values[1]
			}
		}
		if ok {
			return value
		}
		if c.Nullable {
			return "NULL"
		}
		return c.values()[0]
	case second:
		return "none"
	}
	return "one"
}

// draw chooses a value for a key.
func (t *tester) draw(st *statement, key string) string {
	if hints := st.hints[strings.Replace(key, "#2.", ".", 1)]; len(hints) > 0 && t.random.IntN(2) == 0 {
		return pick(t, hints)
	}
	if c := st.assigned[key]; c != nil {
		return t.drawFor(c)
	}
	if typ := st.argTypes[key]; typ != "" {
		return pick(t, valuesOf[typ])
	}
	row, name, isColumn := strings.Cut(key, ".")
	table, _, _ := strings.Cut(row, "#")
	if !isColumn {
		return pick(t, []string{"one", "one", "none"})
	}
	return t.drawFor(t.schema.column(table, name))
}

func (t *tester) drawFor(c *column) string {
	switch n := t.random.IntN(4); {
	case n == 0 && c.Nullable:
		return "NULL"
	case n < 2:
		return c.values()[0]
	}
	return pick(t, c.values())
}

// set changes a world's value, and deletes it if it is the usual one.
func (t *tester) set(st *statement, w world, key, value string) {
	if value == t.usualOf(st, key) {
		delete(w, key)
	} else {
		w[key] = value
	}
}

// row returns the values of a row, by column, or nil if the world has no such row.
func (t *tester) row(st *statement, w world, row string) map[string]string {
	table, _, _ := strings.Cut(row, "#")
	present := t.usualOf(st, row)
	if v, ok := w[row]; ok {
		present = v
	}
	if present == "none" {
		return nil
	}
	values := map[string]string{}
	for _, c := range t.schema.columns[table] {
		key := row + "." + c.Name
		if value, ok := w[key]; ok {
			values[c.Name] = value
		} else if _, ok := t.usual[table+"."+c.Name]; ok || !c.Nullable {
			values[c.Name] = t.usualOf(st, key)
		}
	}
	return values
}

// insertion writes a row as SQL.
func (t *tester) insertion(table string, values map[string]string) string {
	var names, literals []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		names, literals = append(names, name), append(literals, literal(values[name], t.schema.column(table, name).Type))
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s);", table, strings.Join(names, ", "), strings.Join(literals, ", "))
}

// begin opens a transaction and creates a world in it. With repair, if a CHECK rejects a row, begin changes a column of that CHECK and tries again.
// It returns false if the world is impossible.
func (t *tester) begin(ctx context.Context, st *statement, w world, repair bool) (bool, error) {
	for range 12 {
		script := "BEGIN;"
		for _, table := range st.tables {
			for _, row := range []string{table, table + "#2"} {
				if values := t.row(st, w, row); values != nil {
					script += t.insertion(table, values)
				}
			}
		}
		_, err := t.exec(ctx, script)
		if err == nil {
			return true, nil
		}
		if _, err := t.exec(ctx, "ROLLBACK"); err != nil {
			return false, err
		}
		var refused *pgconn.PgError
		if !errors.As(err, &refused) {
			return false, err
		}
		if !repair || refused.Code != "23514" && refused.Code != "23502" {
			return false, nil
		}
		table, columns := refused.TableName, []string{refused.ColumnName}
		if i := slices.IndexFunc(t.schema.checks[table], func(c check) bool { return c.Name == refused.ConstraintName }); i >= 0 {
			columns = t.schema.checks[table][i].Columns
		}
		if made := t.schema.generated[table+"."+refused.ColumnName]; made != nil {
			columns = made
		}
		row := table
		if t.row(st, w, table+"#2") != nil && t.random.IntN(2) == 0 {
			row += "#2"
		}
		key := row + "." + pick(t, columns)
		t.set(st, w, key, t.draw(st, key))
	}
	return false, nil
}

// result is a statement's result in a world.
type result struct {
	all     string   // every returned row, and every row of the tables that it may change
	verdict string   // for the reader
	cells   []string // of these rows, with their columns' names
	refused bool     // by a constraint
}

// run runs statements one after another in the same world, each as if it were the only one.
func (t *tester) run(ctx context.Context, st *statement, w world, texts []string) ([]result, error) {
	before, err := t.contents(ctx, st)
	if err != nil {
		return nil, err
	}
	var out []result
	for len(out) < len(texts) {
		script := ""
		for _, sql := range texts[len(out):] {
			script += "SAVEPOINT tried;" + t.filled(st, w, sql) + ";" + contentQueries(st) + "ROLLBACK TO tried;"
		}
		results, err := t.exec(ctx, script)
		each := len(st.written) + 3
		for ; len(results) >= each; results = results[each:] {
			out = append(out, judge(results[1], before, results[2:each-1]))
		}
		var refused *pgconn.PgError
		switch {
		case err == nil:
		case errors.As(err, &refused):
			out = append(out, result{all: "refused " + refused.Code, verdict: strings.TrimSpace("is refused, " + refused.Code + " " + refused.ConstraintName), refused: true})
			if _, err := t.exec(ctx, "ROLLBACK TO tried"); err != nil {
				return nil, err
			}
		default:
			return nil, err
		}
	}
	return out, nil
}

// filled inserts a world's arguments into a statement.
func (t *tester) filled(st *statement, w world, sql string) string {
	return argument.ReplaceAllStringFunc(sql, func(arg string) string {
		value, ok := w[arg]
		if !ok {
			value = t.usualOf(st, arg)
		}
		return "(" + literal(value, st.argTypes[arg]) + ")"
	})
}

func contentQueries(st *statement) string {
	out := ""
	for _, table := range st.written {
		out += "SELECT to_jsonb(t)::text FROM " + table + " t;"
	}
	return out
}

// contents returns the rows of the tables that a statement may change.
func (t *tester) contents(ctx context.Context, st *statement) ([][]string, error) {
	results, err := t.exec(ctx, contentQueries(st)+"SELECT 1")
	if err != nil {
		return nil, err
	}
	var out [][]string
	for _, r := range results[:len(st.written)] {
		rows, _ := lines(r)
		out = append(out, rows)
	}
	return out, nil
}

// exec runs a script, and returns the result of each statement before the first that fails.
func (t *tester) exec(ctx context.Context, script string) ([]*pgconn.Result, error) {
	all, err := t.conn.PgConn().Exec(ctx, script).ReadAll()
	if err != nil && len(all) > 0 && all[len(all)-1].Err != nil {
		all = all[:len(all)-1]
	}
	return all, err
}

var (
	longID   = regexp.MustCompile(`([0abc])[0abc]{7}-0000-4000-8000-000000000000`)
	longTime = regexp.MustCompile(`2026-01-0(\d)[ T]00:00:00\+00(:00)?`)
)

// lines returns rows as text, sorted.
func lines(r *pgconn.Result) (rows, cells []string) {
	for _, row := range r.Rows {
		var line []string
		for i, cell := range row {
			text := "NULL"
			if cell != nil {
				text = longTime.ReplaceAllString(longID.ReplaceAllString(string(cell), "$1"), "t$1")
			}
			line = append(line, text)
			if object := map[string]any{}; r.FieldDescriptions[i].Name == "to_jsonb" && json.Unmarshal([]byte(text), &object) == nil {
				for name, value := range object {
					cells = append(cells, fmt.Sprintf("%s=%v", name, value))
				}
			} else {
				cells = append(cells, r.FieldDescriptions[i].Name+"="+text)
			}
		}
		rows = append(rows, strings.Join(line, " "))
	}
	slices.Sort(rows)
	slices.Sort(cells)
	return rows, cells
}

// judge describes the rows that a statement returned and changed.
func judge(r *pgconn.Result, before [][]string, after []*pgconn.Result) result {
	rows, cells := lines(r)
	all, changed := strings.Join(rows, "\n"), 0
	for i, table := range after {
		now, inTable := lines(table)
		all, cells = all+"\n--\n"+strings.Join(now, "\n"), append(cells, inTable...)
		kept := 0
		for _, row := range now {
			if slices.Contains(before[i], row) {
				kept++
			}
		}
		changed += max(len(now), len(before[i])) - kept
	}
	out := result{all: all, cells: cells, verdict: fmt.Sprintf("shows %d", len(rows))}
	switch {
	case len(after) > 0:
		// An update may leave a row unchanged.
		tag := "written=" + strconv.FormatInt(r.CommandTag.RowsAffected(), 10)
		out.verdict, out.all, out.cells = fmt.Sprintf("changes %d", changed), tag+"\n"+all, append(cells, tag)
	case len(rows) == 1 && r.FieldDescriptions[0].TableOID == 0 && len(r.FieldDescriptions) <= 2 && len(rows[0]) < 40:
		out.verdict = "says " + rows[0]
	}
	return out
}

// newProof describes two results. If both have the same count, it adds a differing value to each.
func newProof(w world, with, without result) proof {
	p := proof{w, with.verdict, without.verdict}
	if p.with == p.without {
		p.with, p.without = p.with+firstOnly(with.cells, without.cells), p.without+firstOnly(without.cells, with.cells)
	}
	return p
}

// firstOnly returns the first of some cells that the others lack.
func firstOnly(cells, others []string) string {
	left := slices.Clone(others)
	for _, cell := range cells {
		i := slices.Index(left, cell)
		if i < 0 {
			return ", " + cell
		}
		left = slices.Delete(left, i, i+1)
	}
	return ""
}
