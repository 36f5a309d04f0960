package sandbox

import (
	"encoding/json"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// formKey matches a member's path in a form: creditCard[billingAddress][postalCode].
var formKey = regexp.MustCompile(`^[A-Za-z_]\w*(\[\w+\])*$`)

var errForm = errors.New("a form's members are named like creditCard[options][validate], each once and no deeper than 16")

// readForm converts the form-encoded body of older clients to JSON.
func readForm(form string) (json.RawMessage, error) {
	values, err := url.ParseQuery(form)
	if err != nil || len(values) > maxElements {
		return nil, errForm
	}
	root := map[string]any{}
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		path := strings.Split(strings.ReplaceAll(key, "]", ""), "[")
		if !formKey.MatchString(key) || len(path) > maxDepth || len(values[key]) != 1 {
			return nil, errForm
		}
		at := root
		for _, name := range path[:len(path)-1] {
			next, ok := at[name].(map[string]any)
			if !ok {
				if at[name] != nil {
					return nil, errForm
				}
				next = map[string]any{}
				at[name] = next
			}
			at = next
		}
		name := path[len(path)-1]
		if at[name] != nil {
			return nil, errForm
		}
		switch value := values[key][0]; value {
		case "true", "false":
			at[name] = value == "true"
		default:
			at[name] = value
		}
	}
	return json.Marshal(root)
}
