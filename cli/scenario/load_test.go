package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
)

// folder writes files into a new folder and returns its path.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// load reads a text that has to be valid.
func load(t *testing.T, text string, vars map[string]string) []*Scenario {
	t.Helper()
	found, err := Read("test.yaml", []byte(text), Inputs{Vars: vars})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// mistaken returns the mistakes of a text.
func mistaken(t *testing.T, text string) string {
	t.Helper()
	found, err := Read("test.yaml", []byte(text), Inputs{})
	if err == nil {
		t.Fatalf("no mistake in %q: %+v", text, found)
	}
	return err.Error()
}

func TestVars(t *testing.T) {
	t.Setenv("COJOIN_TEST_REGION", "PA")
	text := `
name: In {{city}}
vars:
  city: Boston
  first: Ada
  full: "{{first}} of {{city}}"
  both: true
  package:
  email: "{{first}}.{{unique}}@example.com"
  phone: { phoneNumber: "215{{digits}}", firstName: "{{first}}" }
locale: "{{language}}"
steps:
  - parent: "{{phone}}"
  - parent: { firstName: "{{ full }}", email: "{{email}}", duplicateConfirmed: "{{both}}" }
  - package: { id: "{{package}}", payForCoparent: "{{both}}" }
  - billing: { address: { city: "{{city}}", postalCode: "{{zip}}", region: "{{env.COJOIN_TEST_REGION}}" } }
`
	got := load(t, text, map[string]string{"city": "Philadelphia", "language": "es", "package": "2002", "unused": "x", "zip": "19103", "both": "true"})
	want := []*Scenario{{
		File: "test.yaml", At: Position{"test.yaml", 2, 1}, Name: "In Philadelphia", Locale: "es",
		Steps: []Step{
			{At: Position{"test.yaml", 13, 5}, Parent: &Person{PhoneNumber: "215{{digits}}", FirstName: "Ada"}},
			{At: Position{"test.yaml", 14, 5}, Parent: &Person{FirstName: "Ada of Philadelphia", Email: "Ada.{{unique}}@example.com", DuplicateConfirmed: true}},
			{At: Position{"test.yaml", 15, 5}, Package: &Package{ID: 2002, PayForCoparent: true}},
			{At: Position{"test.yaml", 16, 5}, Billing: &Billing{Address: form.Address{City: "Philadelphia", PostalCode: "19103", Region: "PA"}}},
		},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("scenarios (-want +got):\n%s", diff)
	}
}

func TestMistakesInVars(t *testing.T) {
	t.Parallel()
	const steps = "\nsteps: [{ read: {} }]\n"
	for text, want := range map[string]string{
		"name: \"{{a}}\"\nvars: { a: \"{{b}}\", b: \"{{a}}\" }" + steps:                      "test.yaml:2:24: the var a contains itself: write its value out",
		"name: x\nvars: { a-b: 1 }" + steps:                                                  `test.yaml:2:9: "a-b" can't name a var: use letters, digits and _, and begin with a letter`,
		"name: x {{unique}}" + steps:                                                         "test.yaml:1:7: {{unique}} has its value only during a run, and name is read before it: use a var",
		"name: \"a {{list}}\"\nvars: { list: [1] }" + steps:                                  "test.yaml:1:7: {{list}} is a list or a map: it can only be the whole value, not a part of a text",
		"name: \"{{a\"" + steps:                                                              "test.yaml:1:7: the placeholder {{a isn't closed: write }} after its name",
		"name: \"{{uniqe}}\"\nlocale: \"{{zzzzzzzz}}\"" + steps:                              "test.yaml:1:7: unknown placeholder {{uniqe}}: did you mean {{unique}}?\ntest.yaml:2:9: unknown placeholder {{zzzzzzzz}}: the placeholders are {{unique}}, {{digits}}, {{run}}, {{code}}, and {{env.NAME}}",
		"name: x\nvars: { number: abc }\nsteps: [{ package: { id: \"{{number}}\" } }]\n":     "test.yaml:3:22: id is a text, but has to be a whole number, e.g. 2001",
		"name: x\nvars: [a]" + steps:                                                         "test.yaml:2:1: vars is a list, but has to be a map",
		"name: x\nsteps:\n  - read: {}\n    capture: { unique: status, a: body, b: \"$[\" }": "test.yaml:4:16: {{unique}} has its own meaning: give this capture another name\ntest.yaml:4:35: a captures \"body\", which is no source: write a JSON path like $.receipt.receiptId, header NAME, or status\ntest.yaml:4:44: $[ isn't a JSON path: unexpected eof at position 3",
		"name: x\nvars: { a: 1 }\nsteps:\n  - read: {}\n    capture: { a: status }":          "test.yaml:5:16: a is a var already: give the capture another name",
	} {
		if diff := cmp.Diff(want, mistaken(t, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// An include inserts the steps of a part, each time with other values. Steps have their position in their own file.
func TestInclude(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{
		"main.yaml": `name: Two parents
vars: { last: Moll }
steps:
  - include: parts/parent.yaml
  - include: parts/parent.yaml
    with: { first: "R{{unique}}", last: "{{last}}-{{last}}" }
    as: robin
  - read: {}
`,
		"parts/parent.yaml": `name: A parent
vars: { first: Ada, last: Unused }
steps:
  - again: {}
  - include: deeper/person.yaml
`,
		"parts/deeper/person.yaml": "steps:\n  - parent: { firstName: \"{{first}}\", lastName: \"{{last}}\" }\n",
	})
	main, part, person := filepath.Join(dir, "main.yaml"), filepath.Join(dir, "parts/parent.yaml"), filepath.Join(dir, "parts/deeper/person.yaml")
	found, err := Load(main, Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := []Step{
		{At: Position{part, 4, 5}, Again: &struct{}{}},
		{At: Position{person, 2, 5}, Parent: &Person{FirstName: "Ada", LastName: "Moll"}},
		{At: Position{part, 4, 5}, Again: &struct{}{}, As: "robin"},
		{At: Position{person, 2, 5}, Parent: &Person{FirstName: "R{{unique}}", LastName: "Moll-Moll"}, As: "robin"},
		{At: Position{main, 8, 5}, Read: &struct{}{}},
	}
	if diff := cmp.Diff(want, found[0].Steps); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}

func TestMistakesInIncludes(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"deep.yaml": "name: x\nsteps:\n  - include: parts/1.yaml\n", "absolute.yaml": "name: x\nsteps:\n  - include: /etc/passwd\n",
		"expecting.yaml": "name: x\nsteps:\n  - include: parts/11.yaml\n    expect: { next: /step2 }\n", "parts/11.yaml": "steps: [{ read: {} }]\n",
		"whole.yaml": "name: x\nsteps:\n  - include: parts/whole.yaml\n", "parts/whole.yaml": "name: y\nlocale: es\nsteps: [{ read: {} }]\n",
		"empty.yaml": "name: x\nsteps:\n  - include: parts/empty.yaml\n", "parts/empty.yaml": "# nothing\n",
		"two.yaml": "name: x\nsteps:\n  - include: parts/two.yaml\n", "parts/two.yaml": "steps: [{ read: {} }]\n---\nsteps: [{ read: {} }]\n",
		"bomb.yaml":        "name: x\nsteps:\n" + strings.Repeat("  - include: parts/bomb1.yaml\n", 40),
		"bare.yaml":        "name: x\nsteps:\n  - read: {}\n    with: { a: 1 }\n",
		"unused.yaml":      "name: x\nsteps:\n  - include: parts/named.yaml\n    with: { frist: Ada, last: Moll, mail: a@example.com }\n",
		"parts/named.yaml": "vars: { first: Mira }\nsteps:\n  - parent: { firstName: \"{{first}}\", lastName: \"{{last}}\" }\n  - include: inner.yaml\n",
		"parts/inner.yaml": "steps:\n  - mail: { to: \"{{mail}}\" }\n",
	}
	for i := 1; i <= 10; i++ {
		files[fmt.Sprintf("parts/%d.yaml", i)] = fmt.Sprintf("steps:\n  - include: %d.yaml\n", i+1)
	}
	for i := 1; i <= 9; i++ {
		files[fmt.Sprintf("parts/bomb%d.yaml", i)] = "steps:\n" + strings.Repeat(fmt.Sprintf("  - include: bomb%d.yaml\n", i+1), 40)
	}
	files["parts/bomb10.yaml"] = "steps: [{ read: {} }]\n"
	dir := folder(t, files)
	for file, want := range map[string]string{
		"deep.yaml":      "parts/10.yaml:2:5: includes are nested deeper than 10",
		"absolute.yaml":  "absolute.yaml:3:5: include /etc/passwd is an absolute path: write it relative to this file",
		"expecting.yaml": "expecting.yaml:4:5: an include has no expect: write it on a step of the included file",
		"whole.yaml":     "parts/whole.yaml:2:1: an included file has name, vars and steps only: locale belongs in the including file",
		"empty.yaml":     "parts/empty.yaml: the file is empty: a scenario has a name and steps",
		"two.yaml":       "two.yaml:3:5: include parts/two.yaml: it has 2 documents, and a part is one",
		"unused.yaml":    "unused.yaml:4:13: the included file has no var frist: did you mean first?",
		"bare.yaml":      "bare.yaml:4:5: with gives values to an included file: write it beside include",
	} {
		_, err := Load(filepath.Join(dir, file), Inputs{})
		if got := strings.ReplaceAll(fmt.Sprint(err), dir+"/", ""); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
	_, err := Load(filepath.Join(dir, "bomb.yaml"), Inputs{}) // 40 to the power of ten steps
	if err == nil || !strings.Contains(err.Error(), "more than 1000 steps: split the scenario") {
		t.Errorf("a bomb of includes: %.200v", err)
	}
}

func TestMatrix(t *testing.T) {
	t.Parallel()
	found := load(t, `
name: A run
tags: [slow, matrix]
timeout: 90s
matrix:
  country: [US, { id: GB, city: London }]
  method: [card, paypal]
  seats: [1, 2]
exclude:
  - { country: US, seats: 2 }
refused:
  - match: { country: GB, method: [paypal] }
    step: pay
    expect: { validationErrors: [{ field: paymentType }] }
    outcome: open
vars: { city: Philadelphia }
steps:
  - billing: { address: { country: "{{country}}", city: "{{city}}", line1: "{{seats}} {{method}}" } }
  - pay: {}
    expect: { next: /receipt }
  - read: {}
expect: { outcome: receipt }
`, nil)
	type run struct {
		Name, City, Line, Outcome string
		Steps                     int
		Refused                   bool
	}
	var got []run
	for _, s := range found {
		got = append(got, run{s.Name, s.Steps[0].Billing.Address.City, s.Steps[0].Billing.Address.Line1, s.Expect.Outcome, len(s.Steps), s.Steps[1].Expect.failure()})
		if s.Timeout != 90*time.Second || !slices.Equal(s.Tags, []string{"slow", "matrix"}) {
			t.Errorf("%s: timeout %s, tags %v", s.Name, s.Timeout, s.Tags)
		}
	}
	want := []run{
		{"A run [US, card, 1]", "Philadelphia", "1 card", OutcomeReceipt, 3, false},
		{"A run [US, paypal, 1]", "Philadelphia", "1 paypal", OutcomeReceipt, 3, false},
		{"A run [GB, card, 1]", "London", "1 card", OutcomeReceipt, 3, false},
		{"A run [GB, card, 2]", "London", "2 card", OutcomeReceipt, 3, false},
		{"A run [GB, paypal, 1]", "London", "1 paypal", OutcomeOpen, 2, true},
		{"A run [GB, paypal, 2]", "London", "2 paypal", OutcomeOpen, 2, true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("runs (-want +got):\n%s", diff)
	}
}

func TestMistakesInMatrices(t *testing.T) {
	t.Parallel()
	const steps = "\nsteps: [{ read: {} }]\n"
	big := "[0"
	for i := 1; i < 40; i++ {
		big += fmt.Sprint(", ", i)
	}
	big += "]"
	for text, want := range map[string]string{
		"name: x\nexclude: [{ a: 1 }]" + steps:                                                                                                      "test.yaml:2:1: exclude needs a matrix",
		"name: x\nmatrix: { a: [] }" + steps:                                                                                                        "test.yaml:2:11: the axis a has no values: write a list, e.g. [US, GB]",
		"name: x\nmatrix: { a: [1, 1] }" + steps:                                                                                                    "test.yaml:2:18: the axis a has the value 1 twice: keep one",
		"name: x\nmatrix: { a: [{ b: 1 }] }" + steps:                                                                                                "test.yaml:2:15: a value of the axis a is a text, or a map of vars with an id that names it",
		"name: x\nmatrix: { a: [1] }\nexclude: [{ a: 1 }]" + steps:                                                                                  "test.yaml:2:1: exclude leaves no run of the matrix",
		"name: x\nmatrix: { a: [1, 2] }\nexclude: [{ a: 1 }, { a: 1 }]" + steps:                                                                     "test.yaml:3:21: this excludes no run that is left: remove it",
		"name: x\nmatrix: { a: " + big + ", b: " + big + " }" + steps:                                                                               "test.yaml:2:1: the matrix has more than 1000 runs: split it",
		"name: x\nmatrix: { a: [1] }\nrefused: [{ match: { a: 1 }, step: raed, expect: { status: 409 } }]" + steps:                                  "test.yaml:3:30: no step is raed: did you mean read?",
		"name: x\nmatrix: { a: [1, 2] }\nexclude: [{ a: 2 }]\nrefused: [{ match: { a: 2 }, step: read, expect: { status: 409 } }]" + steps:          "test.yaml:4:20: this matches no run of the matrix: remove it",
		"name: x\nmatrix: { a: [1] }\nrefused: [{ match: { a: 1 }, step: read }, { match: { a: 1 }, step: read, expect: { status: 409 } }]" + steps: "test.yaml:3:11: an item of refused lacks expect: add it\ntest.yaml:3:53: the run [1] is refused twice: an earlier entry matches it, too",
	} {
		if diff := cmp.Diff(want, mistaken(t, text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// The shipped matrix names the combinations that the table of payment methods doesn't offer, and no other.
func TestShippedMatrixMatchesPaymentMethods(t *testing.T) {
	t.Parallel()
	found, err := Load("../../examples/scenarios/matrix/every-country-and-method.yaml", Inputs{})
	if err != nil || len(found) != 80 {
		t.Fatalf("%d runs, want 80: %v", len(found), err)
	}
	names := map[string]bool{}
	for _, s := range found {
		names[s.Name] = true
		var country string
		method := gateway.PaymentCreditCard
		refused := false
		for _, step := range s.Steps {
			if step.Billing != nil {
				country = step.Billing.Address.Country
			}
			if step.Pay != nil && step.Pay.PaymentType != "" {
				method = step.Pay.PaymentType
			}
			refused = refused || step.Expect.failure()
		}
		row, known := method.Method()
		if offered := known && row.Countries.Include(country); offered == refused {
			t.Errorf("%s: offered %t, refused %t", s.Name, offered, refused)
		}
	}
	if len(names) != 80 {
		t.Errorf("%d names of 80 runs", len(names))
	}
}

// The text's line ends, byte order mark, documents and anchors change neither values nor positions.
func TestOddTexts(t *testing.T) {
	t.Parallel()
	text := "name: A\nsteps:\n  - &first\n    parent: { firstName: Zoë, lastName: \"x\" }\n  - read: {}\n  - *first\n  - parent:\n      <<: { firstName: B, lastName: y }\n      lastName: z\n"
	want := []Step{
		{At: Position{"test.yaml", 4, 5}, Parent: &Person{FirstName: "Zoë", LastName: "x"}},
		{At: Position{"test.yaml", 5, 5}, Read: &struct{}{}},
		{At: Position{"test.yaml", 4, 5}, Parent: &Person{FirstName: "Zoë", LastName: "x"}},
		{At: Position{"test.yaml", 7, 5}, Parent: &Person{FirstName: "B", LastName: "z"}},
	}
	for name, odd := range map[string]string{
		"as it is": text, "CRLF": strings.ReplaceAll(text, "\n", "\r\n"), "BOM": "\ufeff" + text, "both": "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"),
	} {
		if diff := cmp.Diff(want, load(t, odd, nil)[0].Steps); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	var files []string
	var at []Position
	for _, s := range load(t, "# two\n---\nname: A\nsteps: [{ read: {} }]\n---\n\nname: B\nsteps:\n  - read: {}\n", nil) {
		files, at = append(files, s.File), append(at, s.At, s.Steps[0].At)
	}
	if diff := cmp.Diff([]string{"test.yaml:3", "test.yaml:7"}, files); diff != "" {
		t.Errorf("files of documents (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Position{{"test.yaml", 3, 1}, {"test.yaml", 4, 9}, {"test.yaml", 7, 1}, {"test.yaml", 9, 5}}, at); diff != "" {
		t.Errorf("positions of documents (-want +got):\n%s", diff)
	}
	for odd, mistake := range map[string]string{
		"":                              "test.yaml: the file is empty: a scenario has a name and steps",
		"# only a comment\n":            "test.yaml: the file is empty: a scenario has a name and steps",
		"- a\n":                         "test.yaml:1:1: a scenario is a map with name and steps",
		"name: A\nname: B\n":            "test.yaml:2:1: the key name is written twice: keep one",
		"name: A\nsteps: [*a]\n":        "test.yaml:2:9: there is no anchor &a before this alias",
		"name: {{city}} A\nsteps: []\n": "test.yaml:1:8: the value begins with {{city}}, and YAML reads { as a map: write the value in quotes",
		"name: A\nsteps:\n  - call: { method: GET, path: {{p}} }\n":      "test.yaml:3:33: the value begins with {{p}}, and YAML reads { as a map: write the value in quotes",
		"name: A\nsteps:\n  - read: {}\n     as: b\n":                    "test.yaml:4:6: the line is indented differently from the lines of its list or map: indent it like them",
		"name: A\nexpect: outcome: open\n":                               "test.yaml:2:9: a second colon in the line: write the value in quotes, or the inner key on a line of its own",
		"name: A\nsteps: {\n":                                            "test.yaml:2:8: could not find flow mapping end token '}'",
		"name: A\nreferrer: .inf\nsteps: [{ read: {} }]\n":               "test.yaml:2:11: .inf isn't a number of JSON",
		"steps: [{ read: {} }]\n":                                        "test.yaml:1:1: the scenario lacks name: add it, or include this file in a scenario",
		"name: A\nsteps: [{ read: { a: 1 } }]\n---\nname: B\nstep: []\n": "test.yaml:2:11: read takes no values: write read: {}\ntest.yaml:4:1: the scenario lacks steps: add it\ntest.yaml:5:1: unknown key step in the scenario: did you mean steps?",
	} {
		if diff := cmp.Diff(mistake, mistaken(t, odd)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", odd, diff)
		}
	}
}

// A value that is wrong on purpose, because its step is expected to be refused, is no mistake.
func TestRefusedStepMayBeWrong(t *testing.T) {
	t.Parallel()
	const step = "name: A\nsteps:\n  - billing: { address: { country: ZZ }, timeZone: Europe/Londn }\n"
	load(t, step+"    expect: { validationErrors: [{ field: address.country }] }\n", nil)
	want := "test.yaml:3:27: unknown address.country ZZ: did you mean AZ?\ntest.yaml:3:42: unknown billing.timeZone Europe/Londn: did you mean Europe/London?"
	if got := mistaken(t, step); !strings.HasSuffix(got, "did you mean Europe/London?") || !strings.HasPrefix(got, want[:40]) {
		t.Errorf("%s, want %s", got, want)
	}
}

// Packages are an own list of each server: only a misspelled name of the shipped catalog is a mistake.
func TestOtherPackagesAreNoMistake(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"PREMIUM_2Y", "PREMIUM_3Y", "FAMILY"} {
		load(t, "name: A\nsteps: [{ package: { name: "+name+" } }]\n", nil)
	}
}

// Captures are known in later steps, and in those of other people.
func TestCapture(t *testing.T) {
	t.Parallel()
	found := load(t, `
name: A
steps:
  - read: {}
    capture: { id: $.signupId, tag: header ETag, code_of_answer: status }
    assert:
      - { path: "$.list[?@.id == 'x']", count: 2 }
      - { header: ETag, matches: "^W/{{unique}}" }
      - { status: true, equals: 200 }
  - parent: { firstName: "{{id}}", lastName: "{{ tag }}", email: "{{code_of_answer}}" }
`, nil)
	want := &Person{FirstName: "{{id}}", LastName: "{{tag}}", Email: "{{code_of_answer}}"}
	if diff := cmp.Diff(want, found[0].Steps[1].Parent); diff != "" {
		t.Errorf("the later step (-want +got):\n%s", diff)
	}
}

func TestMistakesInAssertions(t *testing.T) {
	t.Parallel()
	const step = "name: A\nsteps:\n  - read: {}\n    "
	for text, want := range map[string]string{
		"assert: [{ path: $.a }]":                             "test.yaml:4:14: the assertion has no comparison: add one of equals, contains, matches, absent, count, exists",
		"assert: [{ equals: 1 }]":                             "test.yaml:4:14: the assertion has no subject: add one of path, header, status",
		"assert: [{ path: $.a, header: B, exists: true }]":    "test.yaml:4:27: the assertion has 2 subjects, path and header: write each as an assertion of its own",
		"assert: [{ path: $.a, exists: false }]":              "test.yaml:4:27: exists can only be true",
		"assert: [{ path: $.a, count: -1 }]":                  "test.yaml:4:27: count: minimum: got -1, want 0",
		"assert: [{ path: $.a, equal: 1 }]":                   "test.yaml:4:14: the assertion has no comparison: add one of equals, contains, matches, absent, count, exists\ntest.yaml:4:27: unknown key equal in an item of assert: did you mean equals?",
		"wait: 20s":                                           "test.yaml:4:5: wait repeats the step until its assertions hold, and there are none: add assert",
		"wait: 20\n    assert: [{ status: true, equals: 1 }]": "test.yaml:4:5: wait is a number, but has to be a text or a map, e.g. 20s",
		"as: \"1 b\"":                                         "test.yaml:4:5: as \"1 b\" has the wrong form: The person who does the step, by any name: each has an own session, account and last answer. Default: the first person",
	} {
		if diff := cmp.Diff(want, mistaken(t, step+text+"\n")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// A small file with vars that expand to a big one is rejected immediately.
func TestVarsAreNoBomb(t *testing.T) {
	t.Parallel()
	for kind, pattern := range map[string]string{"lists": "[%s]", "texts": "\"%s\""} {
		text := "name: A\nvars:\n  a0: x\n"
		for i := 1; i < 12; i++ {
			repeated := strings.Repeat(fmt.Sprintf("{{a%d}}", i-1), 12)
			if kind == "lists" {
				repeated = strings.TrimSuffix(strings.Repeat(fmt.Sprintf("\"{{a%d}}\", ", i-1), 12), ", ")
			}
			text += fmt.Sprintf("  a%d: "+pattern+"\n", i, repeated)
		}
		got := mistaken(t, text+"steps:\n  - package: { services: \"{{a11}}\" }\n")
		if !strings.HasPrefix(got, "test.yaml: with its vars and runs, the file has more than 250000 values: split it") {
			t.Errorf("%s: %.200s", kind, got)
		}
	}
}

// A value of the command line can't replace a placeholder of the run.
func TestReservedInput(t *testing.T) {
	t.Parallel()
	_, err := Read("test.yaml", []byte("name: A\nsteps: [{ read: {} }]\n"), Inputs{Vars: map[string]string{"code": "x"}})
	if want := "--var code: {{code}} has its own meaning: give this var another name"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestMistakesInLaterSteps(t *testing.T) {
	t.Parallel()
	const before = "name: A\nsteps:\n  "
	for text, want := range map[string]string{
		"- clock: { to: 2027-13-01 }":                                    "test.yaml:3:18: clock.to 2027-13-01 isn't a day or a time: write e.g. 2027-05-01 or 2027-05-01T10:00:00Z",
		"- clock: { to: renewal }":                                       "test.yaml:3:18: clock.to is a day or a time, and renewal is an event: write event: renewal",
		"- read: {}\n    assert: [{ path: parent.email, exists: true }]": "test.yaml:4:22: parent.email isn't a JSON path: a path begins with $, e.g. $.parent.email",
		"- clock: { plus: 30 days }":                                     "test.yaml:3:14: plus \"30 days\" has the wrong form: days, hours or minutes, e.g. 30d, -1d or 36h",
		"- clock: { plus: 1d, event: renewal }":                          "test.yaml:3:5: clock has both plus and event: keep one",
		"- clock: {}":                                                    "test.yaml:3:5: clock lacks one of to, plus, event: add it",
		"- clock: { event: renewals }":                                   "test.yaml:3:14: unknown clock.event renewals: did you mean renewal?",
		"- clock: { plus: 1d, offset: 1d }":                              "test.yaml:3:5: offset needs event beside it",
		"- jobs: drian":                                                  "test.yaml:3:5: jobs can only be drain",
		"- mail: folow":                                                  "test.yaml:3:5: unknown mail folow: only follow is possible as a text",
		"- mail: { kind: renewal_notices }":                              "test.yaml:3:13: unknown mail.kind renewal_notices: did you mean renewal_notice?",
		"- fault: { kind: dorp }":                                        "test.yaml:3:14: unknown fault.kind dorp: did you mean drop?",
		"- events: { type: order.plcaed }":                               "test.yaml:3:15: unknown events.type order.plcaed: did you mean order.placed?",
		"- quote: { paymentCodes: [\"{{code}}\"] }":                      "test.yaml:3:29: {{code}} is used before it exists: add a step mintCode before this one",
		"- mintCode: { packageId: 2001 }\n    wait: 5s\n    assert: [{ status: true, equals: 200 }]":       "test.yaml:4:5: mintCode changes something, and wait repeats only steps that read: put the wait on a step of its own",
		"- call: { method: POST, path: /v1/x }\n    wait: 5s\n    assert: [{ status: true, equals: 200 }]": "test.yaml:4:5: call changes something, and wait repeats only steps that read: put the wait on a step of its own",
	} {
		if diff := cmp.Diff(want, mistaken(t, before+text+"\n")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	load(t, before+"- wait: { for: mail, limit: 5s }\n  - mail: { kind: receipt }\n    wait: 1m\n  - clock: { plus: 1d12h }\n", nil)
}

func TestFiles(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"b.yaml": "", "a/c.yaml": "", "a/parts/d.yaml": "", "e.txt": "", "none/f.txt": ""})
	got, err := Files(dir)
	if diff := cmp.Diff([]string{filepath.Join(dir, "a/c.yaml"), filepath.Join(dir, "b.yaml")}, got); err != nil || diff != "" {
		t.Errorf("files (-want +got):\n%s%v", diff, err)
	}
	part := filepath.Join(dir, "a/parts/d.yaml")
	if got, err := Files(part); err != nil || !slices.Equal(got, []string{part}) {
		t.Errorf("a file of its own: %v, %v", got, err)
	}
	if _, err := Files(filepath.Join(dir, "none")); err == nil || !strings.HasSuffix(err.Error(), "none has no scenarios: no file ends in .yaml") {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestReadInputs(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"one.env": "# values\ncity=Boston\nexport name=\"Ada Moll\"\n", "two.env": "city=York\nempty=\n"})
	got, err := ReadInputs([]string{filepath.Join(dir, "one.env"), filepath.Join(dir, "two.env")}, []string{"name=B=C"})
	if diff := cmp.Diff(Inputs{Vars: map[string]string{"city": "York", "name": "B=C", "empty": ""}}, got); err != nil || diff != "" {
		t.Errorf("inputs (-want +got):\n%s%v", diff, err)
	}
	for pair, want := range map[string]string{"city": `the var "city" isn't name=value, e.g. city=Philadelphia`, "=x": `the var "=x" isn't name=value, e.g. city=Philadelphia`} {
		if _, err := ReadInputs(nil, []string{pair}); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", pair, err, want)
		}
	}
	if _, err := ReadInputs([]string{filepath.Join(dir, "no.env")}, nil); err == nil || !strings.HasPrefix(err.Error(), "there is no file ") {
		t.Errorf("a missing file: %v", err)
	}
}
