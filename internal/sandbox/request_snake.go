package sandbox

import (
	"encoding/json"
	"regexp"
	"strings"
)

// snakeCase is the suffix of paths for calls with snake case members, such as authorization_fingerprint. The specs of Braintree's server clients
// send them in place of a page.
const snakeCase = ".json"

var underscore = regexp.MustCompile(`[a-z0-9]_[a-z]`)

// inCamelCase renames the members of a JSON object to camel case, such as authorizationFingerprint. It returns other bodies unchanged; the call
// rejects them.
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
