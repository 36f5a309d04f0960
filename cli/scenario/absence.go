package scenario

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/theory/jsonpath"
	"github.com/theory/jsonpath/spec"
)

// absent is the failure of a subject without a value in the answer.
const absent = "but it is absent"

// plainKey matches a key in brackets that a path can have after a dot.
var plainKey = regexp.MustCompile(`\["(\w+)"]`)

// absence returns that a subject is absent, with the nearest names in its place.
func (a *answer) absence(one Assertion) string {
	if one.Header != "" {
		return absent + namesInstead("the answer", one.Header, slices.Sorted(maps.Keys(a.header)))
	}
	path, err := jsonpath.Parse(one.Path)
	if one.Path == "" || err != nil {
		return absent
	}
	segments := path.Query().Segments()
	for i, missing := range segments {
		if len(jsonpath.New(spec.Query(true, segments[:i+1]...)).Select(a.body)) > 0 {
			continue
		}
		parent := jsonpath.New(spec.Query(true, segments[:i]...))
		found := parent.Select(a.body)
		key, named := missing.Selectors()[0].(spec.Name)
		if owner, isMap := found[0].(map[string]any); named && isMap && !missing.IsDescendant() {
			return absent + namesInstead(plainKey.ReplaceAllString(parent.String(), ".$1"), string(key), slices.Sorted(maps.Keys(owner)))
		}
		break
	}
	return absent
}

// namesInstead returns the name meant, or all names of their owner.
func namesInstead(owner, name string, known []string) string {
	if near := nearest(name, known); near != "" {
		return fmt.Sprintf("; did you mean %s?", near)
	}
	if len(known) == 0 {
		return ""
	}
	return fmt.Sprintf("; %s has %s", owner, strings.Join(known, ", "))
}
