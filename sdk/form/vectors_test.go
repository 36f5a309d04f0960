package form

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/text"
)

// ruleFile is a file of testdata/vectors with cases of a single field's rule (rule_*.json) or of a form (form_*.json). The widget's tests run
// the same files.
type ruleFile struct {
	Rule  string     `json:"rule"`
	Form  string     `json:"form"`
	Cases []ruleCase `json:"cases"`
}

type ruleCase struct {
	Name string          `json:"name"`
	In   json.RawMessage `json:"in"`
	Want ruleWant        `json:"want"`
}

type ruleWant struct {
	Value      any             `json:"value"`
	Code       text.Code       `json:"code"`
	Args       map[string]any  `json:"args"`
	Violations []ruleViolation `json:"violations"`
}

type ruleViolation struct {
	Field string         `json:"field"`
	Code  text.Code      `json:"code"`
	Args  map[string]any `json:"args,omitempty"`
}

// readVectors reads the vectors of rules and forms. Other files in the folder belong to other packages.
func readVectors(t testing.TB) []ruleFile {
	t.Helper()
	var files []ruleFile
	for _, pattern := range []string{"rule_*.json", "form_*.json"} {
		paths, err := filepath.Glob(filepath.Join("testdata", "vectors", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var file ruleFile
			if err := json.Unmarshal(raw, &file); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		t.Fatal("no vectors")
	}
	return files
}

func TestVectors(t *testing.T) {
	t.Parallel()
	for _, file := range readVectors(t) {
		for _, c := range file.Cases {
			t.Run(file.Rule+file.Form+"/"+c.Name, func(t *testing.T) {
				t.Parallel()
				var got ruleWant
				want := c.Want
				if file.Rule != "" {
					got = runRule(t, file.Rule, c.In)
				} else {
					got = runForm(t, file.Form, c.In)
					if want.Value == nil {
						got.Value = nil
					}
					got.Value = named(got.Value, want.Value)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

func runRule(t *testing.T, name string, in json.RawMessage) ruleWant {
	t.Helper()
	for _, rule := range Rules {
		if rule.Name == name {
			value, code, args := rule.Apply(decoded[string](t, in))
			return ruleWant{Value: value, Code: code, Args: asJSON(t, args)}
		}
	}
	t.Fatalf("no rule %q", name)
	return ruleWant{}
}

// runForm runs a form's validation on a case and returns the values that vectors compare.
func runForm(t *testing.T, form string, in json.RawMessage) ruleWant {
	t.Helper()
	run, ok := vectorForms[form]
	if !ok {
		t.Fatalf("no form %q", form)
	}
	value, violations := run(t, in)
	got := ruleWant{Value: plain(t, value), Violations: []ruleViolation{}}
	for _, v := range violations {
		if v.Text == "" || v.Text == string(v.Code) || strings.Contains(v.Text, "{{") {
			t.Errorf("%s: code %s has the text %q", v.Field, v.Code, v.Text)
		}
		got.Violations = append(got.Violations, ruleViolation{Field: v.Field, Code: v.Code, Args: asJSON(t, v.Args)})
	}
	return got
}

// named returns a form's value without the empty fields that a vector omits, so that a new optional field changes no vector.
func named(value, vector any) any {
	switch value := value.(type) {
	case map[string]any:
		if vector, ok := vector.(map[string]any); ok {
			for name, field := range value {
				if want, listed := vector[name]; listed {
					value[name] = named(field, want)
				} else if field == nil || field == "" {
					delete(value, name)
				}
			}
		}
	case []any:
		if vector, ok := vector.([]any); ok {
			for i := range min(len(value), len(vector)) {
				value[i] = named(value[i], vector[i])
			}
		}
	}
	return value
}

// operationCodes are the codes of rules that no pure rule returns: they depend on other accounts, or on a list that only the server has.
var operationCodes = []text.Code{
	CodeParentDuplicate, CodeParentDuplicateLikely, CodeCoParentDuplicate, CodeCoParentDuplicateLikely,
	CodeUsernameTaken, CodePasswordKnown, CodeUnexpected, CodeProfessionalStepUnknown,
}

// Every rule, every way to break it, every form and every error code has a vector.
func TestEveryRuleHasVectors(t *testing.T) {
	t.Parallel()
	byRule, byForm, all := map[string]map[text.Code]bool{}, map[string]bool{}, map[text.Code]bool{}
	for _, file := range readVectors(t) {
		if file.Rule != "" {
			byRule[file.Rule] = map[text.Code]bool{}
		}
		byForm[file.Form] = true
		for _, c := range file.Cases {
			if file.Rule != "" {
				byRule[file.Rule][c.Want.Code] = true
				all[c.Want.Code] = true
			}
			for _, v := range c.Want.Violations {
				all[v.Code] = true
			}
		}
	}
	for _, rule := range Rules {
		reasons := []text.Code{"", rule.Required}
		for _, check := range rule.Checks {
			reasons = append(reasons, check.Code)
		}
		for _, code := range reasons {
			if !byRule[rule.Name][code] {
				t.Errorf("rule %s has no vector for %q", rule.Name, code)
			}
		}
	}
	for form := range vectorForms {
		if !byForm[form] {
			t.Errorf("form %s has no vectors", form)
		}
	}
	for _, code := range text.Surface("rule") {
		if !all[code] && !slices.Contains(operationCodes, code) {
			t.Errorf("code %s has no vector", code)
		}
	}
}

func TestValidateProfessionalStepUnknown(t *testing.T) {
	t.Parallel()
	for _, step := range []int{0, 4, -1} {
		if _, v := ValidateProfessionalStep(step, Professional{}, "en"); len(v) != 1 || v[0].Code != CodeProfessionalStepUnknown {
			t.Errorf("step %d: %v", step, v)
		}
	}
}

// The create call checks all steps again, and returns each one's violations in the order of the form.
func TestValidateProfessional(t *testing.T) {
	t.Parallel()
	_, got := ValidateProfessional(Professional{HearAboutUs: ReferralOther}, "en")
	var fields []string
	for _, v := range got {
		fields = append(fields, v.Field)
	}
	want := []string{
		"firstName", "lastName", "email", "phoneCountryCode", "phoneNumber", "referralOtherExplain",
		"practiceName", "addressLine1", "country", "city", "region", "postalCode", "timezone", "roles",
		"securityQuestion", "securityAnswer", "securityCode", "securityCodeConfirm",
	}
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Violations are in the requested language.
func TestViolationsAreLocalized(t *testing.T) {
	t.Parallel()
	want := map[string]fault.Violation{
		"en": {Field: "phoneNumber", Text: "Must be between 8 and 15 digits", Code: "phone_length", Args: map[string]any{"min": 8, "max": 15}},
		"es": {Field: "phoneNumber", Text: "Debe tener entre 8 y 15 dígitos", Code: "phone_length", Args: map[string]any{"min": 8, "max": 15}},
	}
	for lang, w := range want {
		_, v := ValidateParent(Parent{FirstName: "Maria", LastName: "Lopez", Email: "a@b.co", PhoneNumber: "123"}, lang)
		if diff := cmp.Diff(fault.Violations{w}, v); diff != "" {
			t.Errorf("%s (-want +got):\n%s", lang, diff)
		}
	}
}
