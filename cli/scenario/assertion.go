package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/theory/jsonpath"
)

// Assertion compares one value of a step's answer. It has one subject and one predicate.
type Assertion struct {
	Path   string `json:"path,omitempty"`
	Header string `json:"header,omitempty"`
	Status bool   `json:"status,omitempty"`

	Equals   json.RawMessage `json:"equals,omitempty"`
	Contains json.RawMessage `json:"contains,omitempty"`
	Matches  string          `json:"matches,omitempty"`
	Absent   bool            `json:"absent,omitempty"`
	Exists   bool            `json:"exists,omitempty"`
	Count    *int            `json:"count,omitempty"`

	At Position `json:"-"`
}

// answer is the subject of a step's captures and assertions.
type answer struct {
	status int
	header http.Header
	body   any // decoded JSON; a text if the body isn't JSON; nil if it is empty
}

// newAnswer returns an answer with its body decoded.
func newAnswer(status int, header http.Header, body []byte) *answer {
	a := &answer{status: status, header: header}
	if len(bytes.TrimSpace(body)) > 0 && json.Unmarshal(body, &a.body) != nil {
		a.body = string(body)
	}
	return a
}

// document returns an answer with a document of the run itself.
func document(v any) (*answer, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	return newAnswer(http.StatusOK, nil, raw), nil
}

// check returns the failed assertions, in words.
func (a *answer) check(all []Assertion) []string {
	var failures []string
	for _, one := range all {
		if failure := a.checkOne(one); failure != "" {
			failures = append(failures, failure)
		}
	}
	return failures
}

// firstFailed returns the position of the first failed assertion, or none.
func (a *answer) firstFailed(all []Assertion) Position {
	i := slices.IndexFunc(all, func(one Assertion) bool { return a.checkOne(one) != "" })
	if i < 0 {
		return Position{}
	}
	return all[i].At
}

func (a *answer) checkOne(one Assertion) string {
	subject, values, err := a.values(one)
	if err != nil {
		return err.Error()
	}
	switch {
	case one.Absent:
		if len(values) > 0 {
			return fmt.Sprintf("expected %s to be absent, got %s", subject, shownAll(values))
		}
	case one.Exists:
		if len(values) == 0 {
			return fmt.Sprintf("expected %s to exist, %s", subject, a.absence(one))
		}
	case one.Count != nil:
		if n := countOf(values); n != *one.Count {
			instead := ""
			if len(values) == 0 {
				instead = strings.TrimPrefix(a.absence(one), absent)
			}
			return fmt.Sprintf("expected %s to have the count %d, got %d: %s%s", subject, *one.Count, n, shownAll(values), instead)
		}
	case one.Matches != "":
		return a.matches(one, subject, values)
	case one.Contains != nil:
		return a.compared(one, subject, "contain", one.Contains, values, containsValue)
	case one.Equals != nil:
		return a.compared(one, subject, "equal", one.Equals, values, equalValues)
	}
	return ""
}

// values returns an assertion's subject as the file names it, and its values in the answer.
func (a *answer) values(one Assertion) (subject string, values []any, err error) {
	switch {
	case one.Status:
		return "the status", []any{float64(a.status)}, nil
	case one.Header != "":
		for _, v := range a.header.Values(one.Header) {
			values = append(values, v)
		}
		return "the header " + one.Header, values, nil
	}
	path, err := jsonpath.Parse(one.Path)
	if err != nil {
		return "", nil, fmt.Errorf("%s isn't a JSON path: %s", one.Path, strings.TrimPrefix(err.Error(), "jsonpath: "))
	}
	return one.Path, path.Select(a.body), nil
}

// capture returns the value that a source names: a JSON path, "header NAME" or "status".
func (a *answer) capture(source string) (any, error) {
	one := Assertion{Path: source}
	if name, ok := strings.CutPrefix(source, "header "); ok {
		one = Assertion{Header: strings.TrimSpace(name)}
	} else if source == "status" {
		one = Assertion{Status: true}
	}
	subject, values, err := a.values(one)
	switch {
	case err != nil:
		return nil, err
	case len(values) == 0:
		return nil, fmt.Errorf("%s is absent from the answer%s", subject, strings.TrimPrefix(a.absence(one), absent))
	case len(values) > 1:
		return nil, fmt.Errorf("%s has %d values instead of one: %s", subject, len(values), shownAll(values))
	}
	return values[0], nil
}

// countOf returns the number of items of the only value, if it is a list, else the number of values.
func countOf(values []any) int {
	if len(values) == 1 {
		if list, ok := values[0].([]any); ok {
			return len(list)
		}
	}
	return len(values)
}

func (a *answer) matches(one Assertion, subject string, values []any) string {
	pattern := one.Matches
	want, err := regexp.Compile(pattern)
	if err != nil {
		return fmt.Sprintf("%s isn't a regular expression: %s", pattern, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	if slices.ContainsFunc(values, func(v any) bool { return want.MatchString(textOf(v)) }) {
		return ""
	}
	return fmt.Sprintf("expected %s to match %s, %s", subject, pattern, a.gotten(one, values))
}

// compared returns the failure of a comparison, or "". With several values, one of them has to fit, or their list.
func (a *answer) compared(one Assertion, subject, verb string, raw json.RawMessage, values []any, fits func(want, got any) bool) string {
	var want any
	if err := json.Unmarshal(raw, &want); err != nil {
		return fmt.Sprintf("%s isn't JSON: %v", raw, err)
	}
	if slices.ContainsFunc(values, func(got any) bool { return fits(want, got) }) || len(values) != 1 && fits(want, values) {
		return ""
	}
	failure := fmt.Sprintf("expected %s to %s %s, %s", subject, verb, shown(want), a.gotten(one, values))
	if len(values) == 1 && verb == "equal" {
		if lines := differences(want, values[0]); len(lines) > 0 {
			failure += "; " + strings.Join(lines, "; ")
		}
	}
	return failure
}

// equalValues compares two JSON values. A number or a boolean equals the text of itself, as headers and placeholders are texts.
func equalValues(want, got any) bool {
	if reflect.DeepEqual(want, got) {
		return true
	}
	return isScalar(want) && isScalar(got) && (isText(want) || isText(got)) && textOf(want) == textOf(got)
}

// containsValue reports whether a text has a part, a list an item, or a map all wanted entries.
func containsValue(want, got any) bool {
	switch got := got.(type) {
	case string:
		return isScalar(want) && strings.Contains(got, textOf(want))
	case []any:
		return slices.ContainsFunc(got, func(item any) bool { return equalValues(want, item) || isMap(item) && containsValue(want, item) })
	case map[string]any:
		entries, ok := want.(map[string]any)
		for key, value := range entries {
			own, exists := got[key]
			ok = ok && exists && (equalValues(value, own) || isMap(own) && containsValue(value, own))
		}
		return ok
	}
	return false
}

func isMap(v any) bool { _, ok := v.(map[string]any); return ok }

func isText(v any) bool { _, ok := v.(string); return ok }

func isScalar(v any) bool {
	switch v.(type) {
	case string, float64, bool:
		return true
	}
	return false
}

// textOf returns a text as it is, and any other value as JSON.
func textOf(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return plain(v)
}

func (a *answer) gotten(one Assertion, values []any) string {
	if len(values) == 0 {
		return a.absence(one)
	}
	return "got " + shownAll(values)
}

func shownAll(values []any) string {
	if len(values) == 1 {
		return shown(values[0])
	}
	return shown(values)
}

// longestShown is the length at which a value in a failure is cut, in characters.
const longestShown = 300

// shown returns a value as JSON, cut at a length that fits a line.
func shown(v any) string { return shorten(plain(v), longestShown) }

// plain returns a value as JSON.
func plain(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil { // values that were JSON
		panic(err)
	}
	return strings.TrimSpace(b.String())
}
