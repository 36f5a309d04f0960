package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// sample is a module with a test that notices some breakages.
var sample = map[string]string{
	"go.mod": "module sample\n\ngo 1.26\n",
	"till/till.go": `package till

import "errors"

type Bill struct {
	Seats, Price int
	Note         string
}

const most = 3

const edge = most + 1

var names = []string{"one", "two"}

var save = "INSERT INTO bills (seats, price) VALUES ($1, $2)"

func New(seats int) (Bill, error) {
	if seats < 1 || seats > most {
		return Bill{}, errors.New("no such number")
	}
	b := Bill{Seats: seats, Note: "new"}
again:
	for {
		b.Price = 10 * seats
		break again
	}
	return b, nil
}

func Save(exec func(sql string, args ...any), b Bill) { exec(save, b.Seats, b.Price) }

func Name(i int) string { return names[i] }

func Unused() { names = nil }

func Full(seats int) bool {
	switch {
	case seats+1 == edge:
		return true
	}
	return false
}
`,
	"till/till_test.go": `package till

import (
	"fmt"
	"testing"
)

func TestNew(t *testing.T) {
	for seats, want := range map[int]int{0: 0, 1: 10, 3: 30, 4: 0} {
		if b, err := New(seats); b.Price != want || (err != nil) != (want == 0) {
			t.Errorf("%d: %v, %v", seats, b, err)
		}
	}
}

func TestSave(t *testing.T) {
	Save(func(sql string, args ...any) {
		if got := fmt.Sprint(sql, args); got != "INSERT INTO bills (seats, price) VALUES ($1, $2)[1 2]" {
			t.Error(got)
		}
	}, Bill{Seats: 1, Price: 2})
	if Name(0) != "one" || !Full(3) || Full(2) {
		t.Error(Name(0), Full(3), Full(2))
	}
}
`,
}

func openSample(t *testing.T) *module {
	t.Helper()
	root := t.TempDir()
	for name, text := range sample {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m, err := openModule(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestGeneratedMutants(t *testing.T) {
	t.Parallel()
	m := openSample(t)
	mutants, err := m.ofTargets([]string{"till"})
	if err != nil {
		t.Fatal(err)
	}
	number(mutants)
	folder := t.TempDir()
	overlay, broken, err := weaveAll(m, mutants, folder)
	if err != nil || len(broken) > 0 {
		t.Fatal(broken, err)
	}
	b, err := compileTests(t.Context(), m, overlay, folder, []string{"till"})
	if err != nil {
		t.Fatal(err)
	}
	b.atOnce = 2
	s := newSession(b, 2)
	if err := s.baseline(t.Context(), []string{"till"}, func(string) tests { return tests{} }, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	inRounds := map[*mutant]bool{}
	first, err := stagesOf("till:TestNew,till:TestSave")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.tryInRounds(t.Context(), mutants, first, func(mu *mutant, _ killer) { inRounds[mu] = true }); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, mu := range mutants {
		o, err := s.try(t.Context(), mu, []string{"till"})
		if err != nil {
			t.Fatal(err)
		}
		if alone := o.verdict == killed && !mu.fixed; inRounds[mu] != alone {
			t.Errorf("%s: killed alone %t, in rounds %t", mu.name, alone, inRounds[mu])
		}
		_, after := mu.diff()
		got = append(got, strings.TrimSpace(fmt.Sprintf("%s: %s %s", after, o.verdict, o.by.test)))
	}
	want := []string{
		`const most = 4: killed TestNew`,
		`const edge = most + 2: killed TestSave`,
		`var names = []string{ "two"}: killed TestSave`,
		`var names = []string{"one", }: survived`,
		`if (false && (seats < 1)) || seats > most {: killed TestNew`,
		`if seats < 1 || (false && (seats > most)) {: killed TestNew`,
		`if seats <= 1 || seats > most {: killed TestNew`,
		`if seats < 2 || seats > most {: killed TestNew`,
		`if seats < 1 || seats >= most {: killed TestNew`,
		`b := Bill{Seats: zero(seats), Note: "new"}: survived`,
		`b := Bill{Seats: seats, }: survived`,
		`_ = 10 * seats: killed TestNew`,
		`b.Price = 11 * seats: killed TestNew`,
		`func Save(exec func(sql string, args ...any), b Bill) { if false { exec(save, b.Seats, b.Price) } }: survived`,
		`func Unused() { if false { names = nil } }: not reached by a test`,
		`case seats+2 == edge:: killed TestSave`,
		`return false: killed TestSave`,
		`return true: killed TestSave`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if text, err := os.ReadFile(filepath.Join(m.root, "till/till.go")); err != nil || string(text) != sample["till/till.go"] {
		t.Errorf("the source has changed: %v", err)
	}
}

func TestBreakages(t *testing.T) {
	t.Parallel()
	m := openSample(t)
	const text = "# Bills.\n\n== a bill without its price\nin till/till.go\n-\t\tb.Price = 10 * seats\n+\nkilled by till TestNew\n\n" +
		"== several times in the file\nin till/till.go\n-most\n+least\n\n== not in a function\nin till/till.go\n-import \"errors\"\n+\n\n== absent\nin till/till.go\n-no such text\n+\n\n" +
		"== doesn't compile\nin till/till.go\n-return b, nil\n+return c, nil\n"
	found, err := parseBreakages("bills", text)
	if err != nil || len(found) != 5 {
		t.Fatal(found, err)
	}
	var mutants []*mutant
	var got []string
	for _, b := range found {
		mu, err := b.mutant(m)
		if err != nil {
			line, _, _ := strings.Cut(err.Error(), "\n")
			got = append(got, line)
			continue
		}
		mutants = append(mutants, mu)
	}
	number(mutants)
	_, broken, err := weaveAll(m, mutants, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for mu, reason := range broken {
		got = append(got, mu.name+": "+reason)
	}
	want := []string{
		"several times in the file: its text is 3 times in till/till.go, not once:",
		"not in a function: line 3 of till/till.go is in no function's body and no variable's value",
		"absent: its text is 0 times in till/till.go, not once:",
		"doesn't compile: undefined: c",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if k := mutants[0].killers; !slices.Equal(k, []killer{{"till", "TestNew"}}) {
		t.Errorf("killed by %v", k)
	}
}
