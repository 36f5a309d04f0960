// Package condition proves the conditions of SQL statements, for tests.
//
// It finds every condition of a statement: each member of an AND or OR, in WHERE, ON, HAVING, FILTER, CASE and subqueries. For each it looks for a
// database of a row or two on which the statement has another result without the condition: a row that fails exactly this condition. It finds that
// row by trial on a real Postgres, and writes it to a file that is reviewed and kept. The test runs the statement and its variant on that row again.
// It fails where a changed condition lets a row through or hides one.
package condition

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Prover proves conditions in a separate database.
type Prover struct {
	pool   *pgxpool.Pool
	turn   sync.Mutex // rows of two statements would block each other, or deadlock
	schema *schema
	usual  map[string]string
}

// New empties the tables of a migrated database, and reads their constraints.
func New(t *testing.T, pool *pgxpool.Pool) *Prover {
	t.Helper()
	p := &Prover{pool: pool, usual: map[string]string{}}
	p.using(t, func(ctx context.Context, tr *tester) error {
		var err error
		if p.schema, err = readSchema(ctx, tr.conn); err != nil {
			return err
		}
		delete(p.schema.columns, "goose_db_version")
		tr.schema = p.schema
		if _, err := tr.exec(ctx, "TRUNCATE "+strings.Join(slices.Sorted(maps.Keys(p.schema.columns)), ", ")); err != nil {
			return err
		}
		return tr.findUsual(ctx)
	})
	return p
}

// using provides a connection without foreign keys and triggers, so that any row can be inserted.
func (p *Prover) using(t *testing.T, do func(context.Context, *tester) error) {
	t.Helper()
	p.turn.Lock()
	defer p.turn.Unlock()
	conn, err := p.pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	if _, err := conn.Exec(t.Context(), "SET session_replication_role = replica"); err != nil {
		t.Fatal(err)
	}
	if err := do(t.Context(), &tester{conn: conn.Conn(), schema: p.schema, usual: p.usual}); err != nil {
		t.Fatal(err)
	}
}

// seed makes the search for a name reproducible.
func (t *tester) seed(name string) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name))
	t.random = rand.New(rand.NewPCG(h.Sum64(), 1)) //nolint:gosec // no secret
}

// Check proves the conditions of statements, by name, with the rows kept in a file. With update it looks for rows and writes the file. Unproven are
// the conditions without such a row, as "Statement: condition", with the reason for each.
func (p *Prover) Check(t *testing.T, file string, statements, unproven map[string]string, update bool) {
	t.Helper()
	raw, err := os.ReadFile(file) //nolint:gosec // a test's own file
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	kept, text := parse(string(raw)), ""
	for _, name := range slices.Sorted(maps.Keys(statements)) {
		p.using(t, func(ctx context.Context, tr *tester) error {
			st, err := readStatement(ctx, tr.conn, p.schema, name, statements[name])
			if err != nil || len(st.variants) == 0 {
				return err
			}
			tr.seed(name)
			proofs, gone, err := tr.prove(ctx, st, kept[name])
			if err != nil {
				return err
			}
			for _, g := range gone {
				t.Errorf("%s: %s", name, g)
			}
			if update {
				hopeless := func(condition string) bool { return unproven[name+": "+condition] != "" }
				if err := tr.search(ctx, st, proofs, hopeless); err != nil {
					return err
				}
			}
			text += render(st, proofs, unproven)
			return nil
		})
	}
	if update {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Contains(text, noRow) {
		t.Errorf("%s has conditions without a proving row: remove them from the SQL, or give the reason for each in the test", file)
	}
	if !update && text != string(raw) {
		t.Errorf("the conditions or their results differ from %s (-kept +found). If that is intended, run the test with -args -update and review the difference:\n%s",
			file, difference(string(raw), text))
	}
}

// difference lists the lines that only one of two files has, each after its statement and condition.
func difference(kept, found string) string {
	whole := func(text string) (out []string) {
		statement, condition := "", ""
		for line := range strings.Lines(text) {
			switch {
			case !strings.HasPrefix(line, " "):
				statement, condition = strings.TrimSpace(line), ""
			case !strings.HasPrefix(line, "    "):
				condition = strings.TrimSpace(line)
			default:
				out = append(out, fmt.Sprintf("%s: %s: %s\n", statement, condition, strings.TrimSpace(line)))
			}
		}
		return out
	}
	out, before, after := "", whole(kept), whole(found)
	for _, line := range before {
		if !slices.Contains(after, line) {
			out += "- " + line
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			out += "+ " + line
		}
	}
	return out
}

// prove tries the kept rows again. gone lists removed conditions of the statement, with the rows that it lets through since.
func (t *tester) prove(ctx context.Context, st *statement, kept map[string]proof) (proofs map[string]proof, gone []string, err error) {
	proofs = map[string]proof{}
	for label, p := range kept {
		variants := []variant{{sql: st.sql}}
		i := slices.IndexFunc(st.variants, func(v variant) bool { return v.label == label })
		if i >= 0 {
			variants = append(variants, st.variants[i])
		}
		results, err := t.try(ctx, st, p.world, false, variants)
		switch {
		case err != nil:
			return nil, nil, err
		case results == nil: // the schema has changed
		case i < 0 && !strings.HasPrefix(p.with, results[0].verdict):
			gone = append(gone, fmt.Sprintf("a row that misses %s: it %s, and did otherwise before (%s): %s", label, results[0].verdict, p.with, p.world))
		case i >= 0 && results[0].all != results[1].all:
			proofs[label] = newProof(p.world, results[0], results[1])
		}
	}
	slices.Sort(gone)
	return proofs, gone, nil
}

const noRow = "no row proves its purpose"

func (w world) String() string {
	var out []string
	for _, key := range slices.Sorted(maps.Keys(w)) {
		out = append(out, key+"="+w[key])
	}
	return strings.Join(out, " ")
}

// render writes a statement's conditions, each with its rows: their unusual values, and the statement's result with and without the condition.
func render(st *statement, proofs map[string]proof, unproven map[string]string) string {
	out, last := st.name+"\n", ""
	for _, v := range st.variants {
		if v.condition != last {
			out += "  " + v.condition + "\n"
			last = v.condition
		}
		p, ok := proofs[v.label]
		switch why := unproven[st.name+": "+v.condition]; {
		case ok:
			out += fmt.Sprintf("    %s: %s | %s | %s\n", v.change, p.world, p.with, p.without)
		case v.change == leftOut && why != "":
			out += "    " + why + "\n"
		case v.change == leftOut:
			out += "    " + noRow + "\n"
		}
	}
	return out
}

// parse parses render's output: proofs by statement and label.
func parse(text string) map[string]map[string]proof {
	out := map[string]map[string]proof{}
	statement, condition := "", ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		change, rest, isProof := strings.Cut(strings.TrimPrefix(line, "    "), ": ")
		parts := strings.Split(rest, " | ")
		switch {
		case !strings.HasPrefix(line, " "):
			statement = line
			out[statement] = map[string]proof{}
		case !strings.HasPrefix(line, "    "):
			condition = line[2:]
		case isProof && len(parts) == 3:
			w := world{}
			for pair := range strings.FieldsSeq(parts[0]) {
				key, value, _ := strings.Cut(pair, "=")
				w[key] = value
			}
			out[statement][condition+" "+change] = proof{w, parts[1], parts[2]}
		}
	}
	return out
}
