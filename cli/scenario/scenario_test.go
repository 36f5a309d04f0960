package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/price"
)

func TestPlaceholdersAreUniquePerRun(t *testing.T) {
	t.Parallel()
	step := Step{Parent: &Person{FirstName: "Ada", Email: "ada.{{unique}}@example.com", PhoneNumber: "215{{digits}}", LastName: "Run {{run}} {{code}}"}}
	one, two := newValues(1), newValues(2)
	one.code = "ABCD"
	first, err := one.fill(step)
	if err != nil {
		t.Fatal(err)
	}
	second, err := two.fill(step)
	if err != nil {
		t.Fatal(err)
	}
	want := Step{Parent: &Person{FirstName: "Ada", Email: "ada." + one.unique + "@example.com", PhoneNumber: "215" + one.digits, LastName: "Run 1 ABCD"}}
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("filled (-want +got):\n%s", diff)
	}
	if first.Parent.Email == second.Parent.Email || first.Parent.PhoneNumber == second.Parent.PhoneNumber {
		t.Errorf("two runs share values: %+v and %+v", *first.Parent, *second.Parent)
	}
	if step.Parent.PhoneNumber != "215{{digits}}" {
		t.Errorf("the file's own step was changed: %+v", *step.Parent)
	}
}

func TestUnknownPlaceholderIsNamed(t *testing.T) {
	t.Parallel()
	_, err := newValues(1).fill(Step{Parent: &Person{Email: "{{uniqe}}@example.com"}})
	if err == nil || !strings.Contains(err.Error(), "{{uniqe}}") {
		t.Errorf("got %v", err)
	}
}

func TestExpectations(t *testing.T) {
	t.Parallel()
	quote := &price.Quote{CouponDetail: &price.CouponDetail{Discount: "15.00"}, Totals: price.Totals{Total: "143.09", TaxAmount: "8.10"}}
	invalid := answerState{status: 409, violations: fault.Violations{{Field: "email", Code: "email_invalid", Text: "Invalid email address"}}}
	tests := []struct {
		name     string
		want     Expect
		got      answerState
		messages []string
	}{
		{"success is expected without a word", Expect{}, answerState{status: 200}, nil},
		{"and missed", Expect{}, invalid, []string{"expected success, got validation errors email=email_invalid (Invalid email address)"}},
		{"a problem instead", Expect{Next: "/step2"}, answerState{status: 410, problem: "registration_expired"}, []string{"expected success, got problem registration_expired (status 410)"}},
		{"the error that was expected", Expect{ValidationErrors: []Violation{{Field: "email", Code: "email_invalid"}}}, invalid, nil},
		{"another code", Expect{ValidationErrors: []Violation{{Field: "email", Code: "duplicate"}}}, invalid,
			[]string{"expected validation errors email=duplicate, got validation errors email=email_invalid (Invalid email address)"}},
		{"one error too many", Expect{ValidationErrors: []Violation{{Field: "email"}, {Field: "phoneNumber"}}}, invalid,
			[]string{"expected validation errors email, phoneNumber, got validation errors email=email_invalid (Invalid email address)"}},
		{"an error that didn't come", Expect{Problem: "registration_expired", Status: 410}, answerState{status: 200},
			[]string{"expected status 410, got status 200", "expected problem registration_expired, got status 200"}},
		{"totals", Expect{Discount: "15.00", Totals: map[string]string{"total": "143.09", "taxAmount": "8.10"}}, answerState{status: 200, quote: quote}, nil},
		{"other totals", Expect{Discount: "0.00", Totals: map[string]string{"total": "143.10", "taxAmount": "8.10"}}, answerState{status: 200, quote: quote},
			[]string{"expected discount 0.00, got 15.00", "expected total 143.10, got 143.09"}},
		{"no totals", Expect{Totals: map[string]string{"total": "1.00"}}, answerState{status: 200}, []string{"expected totals, but the answer has none"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.messages, tt.want.compare(tt.got)); diff != "" {
				t.Errorf("mismatches (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEnding(t *testing.T) {
	t.Parallel()
	want := Ending{Outcome: OutcomeReceipt, Totals: map[string]string{"total": "1.00"}}
	if got := want.compare(Result{Outcome: OutcomeReceipt, Receipt: &order.Receipt{Totals: price.Totals{Total: "1.00"}}}); got != nil {
		t.Errorf("the expected result has mismatches: %v", got)
	}
	got := want.compare(Result{Outcome: OutcomeOpen})
	if diff := cmp.Diff([]string{"expected the outcome receipt, got open", "expected totals, but there is no receipt"}, got); diff != "" {
		t.Errorf("mismatches (-want +got):\n%s", diff)
	}
}

// All runs of one command have different phone numbers: the server treats the same name and number as a possible duplicate.
func TestDigitsAreUniquePerRun(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 20_000 {
		d := newValues(0).digits
		if len(d) != 7 || strings.Trim(d, "23456789") != "" || seen[d] {
			t.Fatalf("%q: want seven digits from 2 to 9 that no earlier run has", d)
		}
		seen[d] = true
	}
}

// A small file that expands to a big one, or is nested without end, is rejected immediately.
func TestParseRefusesBombs(t *testing.T) {
	t.Parallel()
	laughs := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		laughs += fmt.Sprintf("a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 10), ", "))
	}
	for want, raw := range map[string]string{
		"an alias is inside a value that is itself repeated": laughs,
		"more than 100 aliases":                              "a: &a x\nb: [" + strings.Repeat("*a, ", 101) + "*a]\n",
		"nested too deep":                                    strings.Repeat("[", 20_000),
	} {
		if _, err := Parse("bomb.yaml", []byte(raw)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: got %v, want %s", raw, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("name: A\nsteps:\n  - parent: { firstName: Ada }\n"))
	f.Add([]byte("name: A\nsteps: [{read: {}}]\n"))
	f.Add([]byte("a: &a [*a]"))
	f.Add([]byte("a: &a [x, x]\nb: &b [*a, *a]\nname: *b\nsteps: [*b, *b]\n"))
	f.Add([]byte(strings.Repeat("[", 300)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := Parse("fuzz.yaml", raw)
		if err == nil && (s.Name == "" || len(s.Steps) == 0) {
			t.Errorf("accepted a scenario without name or steps: %q", raw)
		}
	})
}

// A second scenario on the line of its dashes is an error, not ignored.
func TestScenarioOnSeparatorLineIsRejected(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "two.yaml")
	if err := os.WriteFile(file, []byte("name: one\nsteps: []\n--- {name: two, steps: []}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := file + ":3: another scenario begins here: write --- on a line of its own before it"
	if _, err := Load(file, Inputs{}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
