package sandbox

import (
	"encoding/json"
	"regexp"
	"strings"
)

// snakeCase ends the paths of the calls whose members are named like authorization_fingerprint, which the specs of Braintree's server clients make
// in a page's stead.
const snakeCase = ".json"

var underscore = regexp.MustCompile(`[a-z0-9]_[a-z]`)

// inCamelCase names the members of JSON as pages do, authorizationFingerprint. What isn't JSON stays as it is, to be refused like any other.
func inCamelCase(body json.RawMessage) json.RawMessage {
	var object map[string]json.RawMessage
	if json.Unmarshal(body, &object) != nil || object == nil {
		return body
	}
	renamed := make(map[string]json.RawMessage, len(object))
	for name, value := range object {
		name = underscore.ReplaceAllStringFunc(name, func(pair string) string { return pair[:1] + strings.ToUpper(pair[2:]) })
		renamed[name] = inCamelCase(value)
	}
	if written, err := json.Marshal(renamed); err == nil {
		return written
	}
	return body
}
