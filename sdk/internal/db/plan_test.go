package db_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Every query of the product finds its rows by an index. None reads a whole table, however large. (A plan without a
// limit and without a condition on its index reads a whole table, too.)
func TestNoQueryReadsAWholeTable(t *testing.T) {
	t.Parallel()
	conn := planning(t)
	queries := generatedQueries(t)
	if len(queries) < 50 {
		t.Fatalf("only %d queries were found: has the generator changed?", len(queries))
	}
	for name, text := range queries {
		if scans := wholeScans(planOf(t, conn, name, text), false); len(scans) > 0 {
			t.Errorf("%s reads the whole of %s", name, strings.Join(scans, ", "))
		}
	}
}

// Sign-ups in a state are found by an index of that state, so that a rare state doesn't require a walk over all
// sign-ups.
func TestListInStateUsesIndexes(t *testing.T) {
	t.Parallel()
	conn := planning(t)
	const query = "listRegistrationsInState"
	used := indexesOf(planOf(t, conn, query, generatedQueries(t)[query]))
	for _, index := range used {
		if index != "registrations_state" && index != "registrations_pkey" {
			t.Errorf("%s is used, want registrations_state and, for the rows found by it, registrations_pkey", index)
		}
	}
	if n := len(slices.DeleteFunc(used, func(index string) bool { return index != "registrations_state" })); n != 3 {
		t.Errorf("registrations_state is used by %d branches, want each of 3", n)
	}
}

// planning returns a connection to filled tables that plans like the product's connections, with generic plans.
func planning(t *testing.T) *pgx.Conn {
	t.Helper()
	env := sdktest.New(t)
	conn, err := env.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Release)
	fillTables(t, conn.Conn())
	if _, err := conn.Exec(t.Context(), "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan"); err != nil {
		t.Fatal(err)
	}
	return conn.Conn()
}

func indexesOf(p plan) (names []string) {
	if p.Index != "" {
		names = append(names, p.Index)
	}
	for _, below := range p.Plans {
		names = append(names, indexesOf(below)...)
	}
	return names
}

// generatedQueries returns the text of every query constant in this folder.
func generatedQueries(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("*.sql.go")
	if err != nil {
		t.Fatal(err)
	}
	queries := map[string]string{}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || len(spec.Values) != 1 {
				return true
			}
			if lit, ok := spec.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				queries[spec.Names[0].Name] = text
			}
			return true
		})
	}
	return queries
}

var placeholder = regexp.MustCompile(`\$(\d+)`)

// plan is the part of EXPLAIN's JSON that the tests use.
type plan struct {
	NodeType  string `json:"Node Type"`
	Relation  string `json:"Relation Name"`
	Index     string `json:"Index Name"`
	IndexCond string `json:"Index Cond"`
	Plans     []plan `json:"Plans"`
}

// planOf returns a query's generic plan.
func planOf(t *testing.T, conn *pgx.Conn, name, text string) plan {
	t.Helper()
	most := 0
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, n)
	}
	if _, err := conn.Exec(t.Context(), fmt.Sprintf("PREPARE %s AS %s", name, text)); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	execute := "EXPLAIN (FORMAT JSON) EXECUTE " + name
	if most > 0 {
		execute += "(" + strings.Join(slices.Repeat([]string{"NULL"}, most), ",") + ")"
	}
	var raw []byte
	if err := conn.QueryRow(t.Context(), execute).Scan(&raw); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	var out []struct{ Plan plan }
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out[0].Plan
}

// wholeScans returns the tables that a plan reads completely. Below a limit an index may be walked without a condition:
// in its order, until there are enough rows.
func wholeScans(p plan, limited bool) (scans []string) {
	limited = limited || p.NodeType == "Limit"
	switch {
	case p.NodeType == "Seq Scan":
		scans = append(scans, p.Relation)
	case strings.Contains(p.NodeType, "Index") && p.IndexCond == "" && !limited:
		scans = append(scans, p.Relation+" by "+p.Index)
	}
	for _, below := range p.Plans {
		scans = append(scans, wholeScans(below, limited)...)
	}
	return scans
}
