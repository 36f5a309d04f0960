package form

import (
	"unicode/utf8"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/text"
)

// Bounds are the inclusive minimum and maximum of a rule.
type Bounds struct{ Min, Max int }

// Test names the kind of a [Check].
type Test string

// The tests. TestLength counts grapheme clusters, the characters that a person sees.
const (
	TestLength  Test = "length"  // Bounds limit the number of grapheme clusters
	TestSize    Test = "size"    // Bounds limit the number of code points; the text mentions no limits
	TestDigits  Test = "digits"  // Bounds limit the number of digits
	TestNoEmoji Test = "noEmoji" // the value has no emoji
	TestPattern Test = "pattern" // the whole value matches Pattern
	TestContain Test = "contain" // a part of the value matches Pattern
)

// Check is one requirement of a field's value, and the code of its error text.
type Check struct {
	Test    Test
	Code    text.Code
	Bounds  Bounds   // TestLength, TestSize and TestDigits
	Pattern *Pattern // TestPattern and TestContain
}

// Rule holds all requirements of a single field. The widget's rules are generated from the same tables
// ([Rules]), so that server and widget give the same result.
type Rule struct {
	Name     string    // its name in Rules and in the widget
	Normal   Normal    // normalization before every check and before storage
	Required text.Code // code for an empty value; empty: the field is optional
	Checks   []Check   // in order; only the first failed one is reported
}

// Apply normalizes and checks a value. It returns the normalized value and, for a failed check, its code with
// the values of its text's placeholders. code is empty for a valid value.
func (r *Rule) Apply(value string) (normal string, code text.Code, args map[string]any) {
	normal, ok := r.Normal.Apply(value)
	if !ok {
		return normal, CodeTextCharacters, nil
	}
	if isBlank(normal) {
		return "", r.Required, r.args(r.Required)
	}
	for i := range r.Checks {
		if c := &r.Checks[i]; !c.holds(normal) {
			return normal, c.Code, c.args()
		}
	}
	return normal, "", nil
}

// args returns the values of a code's placeholders, from the check with that code.
func (r *Rule) args(code text.Code) map[string]any {
	for i := range r.Checks {
		if c := &r.Checks[i]; c.Code == code {
			return c.args()
		}
	}
	return nil
}

func (c *Check) holds(s string) bool {
	switch c.Test {
	case TestLength:
		return c.Bounds.holdGraphemes(s)
	case TestSize:
		n := utf8.RuneCountInString(s)
		return n >= c.Bounds.Min && n <= c.Bounds.Max
	case TestDigits:
		return isDigits(s) && len(s) >= c.Bounds.Min && len(s) <= c.Bounds.Max
	case TestNoEmoji:
		return !hasEmoji(s)
	case TestPattern:
		return c.Pattern.Matches(s)
	case TestContain:
		return c.Pattern.foundIn(s)
	}
	panic("sdk: no such test: " + string(c.Test))
}

// args returns the values of the placeholders in the check's text.
func (c *Check) args() map[string]any {
	if c.Bounds == (Bounds{}) || c.Test == TestSize {
		return nil
	}
	return map[string]any{"min": c.Bounds.Min, "max": c.Bounds.Max}
}

// Violation returns the violation of a rule, with its text in the language.
func Violation(field string, code text.Code, lang string, args map[string]any) fault.Violation {
	return fault.Violation{Field: field, Text: text.In(lang, code, args), Code: code, Args: args}
}

// Violator collects violations in the order in which the fields are checked: the order of the form.
type Violator struct {
	Lang  string
	Found fault.Violations
}

// Check applies a rule to a field and returns the normalized value.
func (v *Violator) Check(field string, rule *Rule, value string) string {
	normal, code, args := rule.Apply(value)
	if code != "" {
		v.Add(field, code, args)
	}
	return normal
}

// checkEvery applies a rule to a field and reports every failed check, for fields with a visible list of
// requirements (username, password).
func (v *Violator) checkEvery(field string, rule *Rule, value string) string {
	normal, code, args := rule.Apply(value)
	if normal == "" || code == CodeTextCharacters {
		if code != "" {
			v.Add(field, code, args)
		}
		return normal
	}
	for i := range rule.Checks {
		if c := &rule.Checks[i]; !c.holds(normal) {
			v.Add(field, c.Code, c.args())
		}
	}
	return normal
}

// checkAs is Check for forms with their own code for a missing value.
func (v *Violator) checkAs(field string, rule *Rule, missing text.Code, value string) string {
	normal, code, args := rule.Apply(value)
	if normal == "" && code != CodeTextCharacters {
		code = missing
	}
	if code != "" {
		v.Add(field, code, args)
	}
	return normal
}

// Add records a violation of a field. args are the values of the text's placeholders.
func (v *Violator) Add(field string, code text.Code, args map[string]any) {
	v.Found = append(v.Found, Violation(field, code, v.Lang, args))
}

// Has reports whether the field has a violation already.
func (v *Violator) Has(field string) bool {
	for i := range v.Found {
		if v.Found[i].Field == field {
			return true
		}
	}
	return false
}
