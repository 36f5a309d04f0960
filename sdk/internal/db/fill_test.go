package db_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// filledRows is the number of rows per table: enough for the planner to prefer the right index.
const filledRows = 2000

// column is a column to fill in every row, or in every second row if it is nullable.
type column struct {
	Table, Name, Type string
	Nullable          bool
}

// valueOf lists an expression per type, with a different value in each row (i).
var valueOf = map[string]string{
	"uuid":                     "gen_random_uuid()",
	"text":                     "md5(i::text)",
	"bytea":                    "sha256(i::text::bytea)",
	"timestamp with time zone": "now() - i * interval '1 minute'",
	"boolean":                  "i % 2 = 0",
	"smallint":                 "(i % 30000)::smallint",
	"integer":                  "i",
	"bigint":                   "i",
	"jsonb":                    "'{}'::jsonb",
	"ARRAY":                    "'{}'",
}

// fillTables fills every table of the product with random rows. They violate constraints, so fillTables drops
// those first. Columns with a list of allowed values still get only these.
func fillTables(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	allowed := allowedValues(t, conn)
	rows, err := conn.Query(t.Context(), `
		SELECT c.table_name, c.column_name, c.data_type, c.is_nullable = 'YES' FROM information_schema.columns c
		JOIN information_schema.tables USING (table_schema, table_name)
		WHERE c.table_schema = 'public' AND table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
			AND c.table_name NOT LIKE 'river%' AND c.table_name NOT LIKE 'goose%' ORDER BY 1, c.ordinal_position`)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := pgx.CollectRows(rows, pgx.RowToStructByPos[column])
	if err != nil {
		t.Fatal(err)
	}
	names, values := map[string][]string{}, map[string][]string{}
	for _, c := range columns {
		value, known := valueOf[c.Type]
		if !known {
			t.Fatalf("%s.%s: no values of type %s: add them to valueOf", c.Table, c.Name, c.Type)
		}
		if few := allowed[c.Table+"."+c.Name]; few != "" {
			value = few
		}
		if c.Nullable {
			value = "CASE WHEN i % 2 = 0 THEN " + value + " END"
		}
		names[c.Table], values[c.Table] = append(names[c.Table], c.Name), append(values[c.Table], value)
	}
	statements := []string{`DO $$ DECLARE c record; BEGIN
		FOR c IN SELECT conrelid::regclass AS t, conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace
		LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.t, c.conname); END LOOP;
		FOR c IN SELECT attrelid::regclass AS t, attname FROM pg_attribute WHERE attgenerated <> '' AND attnotnull
		LOOP EXECUTE format('ALTER TABLE %s ALTER %I DROP NOT NULL', c.t, c.attname); END LOOP; END $$`,
		"SET session_replication_role = replica",
	}
	for table := range names {
		statements = append(statements, fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM generate_series(1, %d) AS i ON CONFLICT DO NOTHING",
			table, strings.Join(names[table], ", "), strings.Join(values[table], ", "), filledRows))
	}
	for _, statement := range append(statements, "ANALYZE") {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

var (
	oneOf  = regexp.MustCompile(`\((\w+) = ANY \(ARRAY\[([^]]*)\]\)\)`)
	quoted = regexp.MustCompile(`'[^']*'`)
)

// allowedValues returns, for each column with a list of allowed values, an expression that cycles through them.
func allowedValues(t *testing.T, conn *pgx.Conn) map[string]string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
		WHERE contype = 'c' AND connamespace = 'public'::regnamespace`)
	if err != nil {
		t.Fatal(err)
	}
	checks, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Table, Definition string }])
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]string{}
	for _, c := range checks {
		m := oneOf.FindStringSubmatch(c.Definition)
		if m == nil || !strings.HasPrefix(c.Definition, "CHECK ("+m[0]+")") {
			continue
		}
		list := quoted.FindAllString(m[2], -1)
		if len(list) == 0 {
			continue // numbers aren't quoted
		}
		allowed[c.Table+"."+m[1]] = fmt.Sprintf("(ARRAY[%s])[i %% %d + 1]", strings.Join(list, ", "), len(list))
	}
	return allowed
}
