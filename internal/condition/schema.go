package condition

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// column is a column as the generator fills it.
type column struct {
	Table, Name, Type string
	Nullable          bool
	Unique            bool     // the last column of a unique index: it tells second rows apart
	Allowed           []string // the only allowed values, by a CHECK or an enum
}

// check is a CHECK constraint, with its columns.
type check struct {
	Name    string
	Columns []string
}

type schema struct {
	columns   map[string][]column
	checks    map[string][]check
	generated map[string][]string // source columns of a generated column (table.name)
}

var (
	allowedList = regexp.MustCompile(`^CHECK \(\(?(\w+) = ANY \(ARRAY\[([^]]*)\]\)\)`)
	constant    = regexp.MustCompile(`'([^']*)'|\b\d+\b`)
	quoted      = regexp.MustCompile(`'([^']*)'`)
)

// readSchema reads the tables of a migrated database.
func readSchema(ctx context.Context, conn *pgx.Conn) (*schema, error) {
	s := &schema{columns: map[string][]column{}, checks: map[string][]check{}, generated: map[string][]string{}}
	rows, err := conn.Query(ctx, `
		SELECT c.relname, a.attname, format_type(a.atttypid, NULL), NOT a.attnotnull,
			EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = i.indkey[i.indnkeyatts - 1]),
			coalesce((SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = a.atttypid), '{}')
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
		ORDER BY 1, a.attnum`)
	if err != nil {
		return nil, fmt.Errorf("columns: %w", err)
	}
	columns, err := pgx.CollectRows(rows, pgx.RowToStructByPos[column])
	if err != nil {
		return nil, fmt.Errorf("columns: %w", err)
	}
	for _, c := range columns {
		s.columns[c.Table] = append(s.columns[c.Table], c)
	}
	rows, err = conn.Query(ctx, `
		SELECT c.relname, a.attname, b.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attgenerated <> ''
		JOIN pg_attrdef e ON e.adrelid = c.oid AND e.adnum = a.attnum
		JOIN pg_attribute b ON b.attrelid = c.oid AND pg_get_expr(e.adbin, e.adrelid) ~ ('\m' || b.attname || '\M')
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND b.attnum > 0 AND NOT b.attisdropped`)
	if err != nil {
		return nil, fmt.Errorf("generated columns: %w", err)
	}
	made, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Table, Name, Of string }])
	if err != nil {
		return nil, fmt.Errorf("generated columns: %w", err)
	}
	for _, m := range made {
		s.generated[m.Table+"."+m.Name] = append(s.generated[m.Table+"."+m.Name], m.Of)
	}
	rows, err = conn.Query(ctx, `
		SELECT r.relname, k.conname, pg_get_constraintdef(k.oid),
			ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = r.oid AND a.attnum = ANY (k.conkey))
		FROM pg_constraint k JOIN pg_class r ON r.oid = k.conrelid WHERE k.contype = 'c' AND r.relnamespace = 'public'::regnamespace ORDER BY 1, 2`)
	if err != nil {
		return nil, fmt.Errorf("checks: %w", err)
	}
	checks, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct {
		Table, Name, Definition string
		Columns                 []string
	}])
	if err != nil {
		return nil, fmt.Errorf("checks: %w", err)
	}
	for _, c := range checks {
		s.checks[c.Table] = append(s.checks[c.Table], check{c.Name, c.Columns})
		if m := allowedList.FindStringSubmatch(c.Definition); m != nil {
			if only := s.column(c.Table, m[1]); only != nil {
				for _, value := range constant.FindAllString(m[2], -1) {
					only.Allowed = append(only.Allowed, strings.Trim(value, "'"))
				}
			}
		}
	}
	return s, nil
}

func (s *schema) column(table, name string) *column {
	i := slices.IndexFunc(s.columns[table], func(c column) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &s.columns[table][i]
}

// formed are the columns with values of a fixed format.
var formed = map[string][]string{
	"currency": {"EUR", "USD"}, "country": {"ES", "US"}, "last_four": {"1111", "2222"},
	"payment_type": {"PAYPAL", "VENMO"}, "page_files.name": {"assets/a", "assets/b"},
}

// valuesOf are the possible values of rows and arguments in a world, by type, the usual one first.
var valuesOf = map[string][]string{
	"uuid": {"a", "b", "c", "0"}, "bytea": {"a", "b"}, "text": {"a", "b"}, "timestamp with time zone": {"t2", "t1", "t3", "t4"},
	"boolean": {"false", "true"}, "smallint": {"1", "2", "0", "3"}, "integer": {"1", "2", "0", "3"}, "bigint": {"1", "2", "0", "3"},
	"jsonb": {"[]", "{}"}, "jsonb[]": {"{}"}, "interval": {"1day", "2days"}, "text[]": {"{}", "{a}", "{b}"}, "uuid[]": {"{a}", "{b}", "{a,b}"}, "bytea[]": {"{a}", "{b}"}, "bigint[]": {"{1}", "{1,2}"},
	"character varying[]": {"{}"}, "timestamp with time zone[]": {"{}", "{t1}"},
}

// values returns a column's possible values, except NULL, the usual one first.
func (c column) values() []string {
	if len(c.Allowed) > 0 {
		return c.Allowed
	}
	for _, name := range []string{c.Table + "." + c.Name, c.Name} {
		if values := formed[name]; values != nil {
			return values
		}
	}
	return valuesOf[c.Type]
}

// literal writes a value of a world as SQL: a, b, c and 0 are ids or keys, t1 to t4 are consecutive days.
func literal(value, typ string) string {
	base, isArray := strings.CutSuffix(typ, "[]")
	switch {
	case value == "NULL":
		return "NULL::" + typ
	case isArray && value != "{}" && base != "text":
		var items []string
		for _, item := range strings.Split(strings.Trim(value, "{}"), ",") {
			items = append(items, literal(item, base))
		}
		return "ARRAY[" + strings.Join(items, ", ") + "]"
	case typ == "uuid" && len(value) == 1:
		value = strings.Repeat(value, 8) + "-0000-4000-8000-000000000000"
	case typ == "bytea" && len(value) == 1:
		value = `\x` + strings.Repeat(value, 64)
	case typ == "bytea":
		value = `\x`
	case typ == "timestamp with time zone" && strings.HasPrefix(value, "t"):
		value = "2026-01-0" + value[1:] + " 00:00:00Z"
	}
	return "'" + strings.ReplaceAll(value, "'", "''") + "'::" + typ
}
