package form

import (
	"unicode/utf8"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/text"
)

// Bounds are the least and the most that a rule allows, both included.
type Bounds struct{ Min, Max int }

// Test names what a [Check] looks at.
type Test string

// The tests. Lengths are counted in grapheme clusters, what a person sees as one character.
const (
	TestLength  Test = "length"  // as many grapheme clusters as Bounds say
	TestSize    Test = "size"    // as many code points as Bounds say; the text names no figures
	TestDigits  Test = "digits"  // as many digits as Bounds say
	TestNoEmoji Test = "noEmoji" // no emoji in it
	TestPattern Test = "pattern" // the whole value matches Pattern
	TestContain Test = "contain" // some part of the value matches Pattern
)

// Check is one thing that a field's value must satisfy, and the code of what is said when it doesn't.
type Check struct {
	Test    Test
	Code    text.Code
	Bounds  Bounds   // TestLength, TestSize and TestDigits
	Pattern *Pattern // TestPattern and TestContain
}

// Rule is everything that one field must satisfy on its own. It validates, and it describes itself: the
// widget's copy is generated from the same tables ([Rules]), so that both give the same answer.
type Rule struct {
	Name     string    // its name in Rules and in the widget
	Normal   Normal    // how a value is normalised, before every check and before it is kept
	Required text.Code // what is said when nothing is left of the value; empty: the field may be left out
	Checks   []Check   // in order; the first that fails is the one reported
}

// Apply normalises a value and checks it. It gives the normalised value and, when a check fails, that
// check's code with the values of its text's placeholders; code is empty when all is well.
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

// args are the values of a code's placeholders: those of the check that has the code, too.
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

// args are the values that the check's text may name.
func (c *Check) args() map[string]any {
	if c.Bounds == (Bounds{}) || c.Test == TestSize {
		return nil
	}
	return map[string]any{"min": c.Bounds.Min, "max": c.Bounds.Max}
}

// Violation makes the violation of a rule, its text in the language.
func Violation(field string, code text.Code, lang string, args map[string]any) fault.Violation {
	return fault.Violation{Field: field, Text: text.In(lang, code, args), Code: code, Args: args}
}

// Violator collects violations in the order in which the fields are checked, which is the form's.
type Violator struct {
	Lang  string
	Found fault.Violations
}

// Check applies a rule to a field and gives the normalised value.
func (v *Violator) Check(field string, rule *Rule, value string) string {
	normal, code, args := rule.Apply(value)
	if code != "" {
		v.Add(field, code, args)
	}
	return normal
}

// checkEvery applies a rule to a field and reports every check that fails, for fields that show their
// requirements as a list (username, password).
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

// checkAs is check for forms that have a code of their own for a missing value.
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

// Add records a violation of a field. args fill the placeholders of the code's text.
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
