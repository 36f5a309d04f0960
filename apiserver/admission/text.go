package admission

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"
)

// ErrUnreadable means that a request holds what no text is: a NUL, or bytes that aren't UTF-8. The database takes neither.
var ErrUnreadable = errors.New("the request holds NUL or broken UTF-8")

// ErrAmbiguous means that two readers of a JSON document may understand it differently: it names a member twice, or is nested too deeply.
var ErrAmbiguous = errors.New("the JSON repeats a member or is nested too deeply")

// mostDepth is how deeply a JSON document may be nested; the API's deepest has 5 levels.
const mostDepth = 32

// CheckAddress checks everything that isn't in the body: path, query, and the headers that reach an operation.
func CheckAddress(r *http.Request, headers ...string) error {
	if !isText(r.URL.Path) {
		return ErrUnreadable
	}
	if query := r.URL.RawQuery; strings.Contains(query, "%") || !isText(query) {
		values, err := url.ParseQuery(query)
		if err != nil {
			return ErrUnreadable
		}
		for name, of := range values {
			if !isText(name) || !isText(strings.Join(of, "")) {
				return ErrUnreadable
			}
		}
	}
	for _, name := range headers {
		if !isText(r.Header.Get(name)) {
			return ErrUnreadable
		}
	}
	return nil
}

// CheckForm checks a body in the encoding of a form.
func CheckForm(body []byte) error {
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return ErrUnreadable
	}
	for name, of := range values {
		if !isText(name) || !isText(strings.Join(of, "")) {
			return ErrUnreadable
		}
	}
	return nil
}

// CheckJSON checks a body in JSON; whether it is well-formed is left to who decodes it.
func CheckJSON(body []byte) error {
	if !utf8.Valid(body) || bytes.IndexByte(body, 0) >= 0 {
		return ErrUnreadable
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var open []map[string]bool // the members so far of each object that is open; nil: an array
	name := false              // the next text is a member's name
	for {
		token, err := decoder.Token()
		if err != nil { // its end, or no JSON, which is said by who reads the body next
			return nil //nolint:nilerr // see above
		}
		switch t := token.(type) {
		case json.Delim:
			switch t {
			case '{', '[':
				if len(open) >= mostDepth {
					return ErrAmbiguous
				}
				var members map[string]bool
				if t == '{' {
					members = map[string]bool{}
				}
				open = append(open, members)
			default:
				open = open[:len(open)-1]
			}
			name = len(open) > 0 && open[len(open)-1] != nil
			continue
		case string:
			if !isText(t) {
				return ErrUnreadable
			}
			if name {
				members := open[len(open)-1]
				if members[t] {
					return ErrAmbiguous
				}
				members[t] = true
				name = false
				continue
			}
		}
		name = len(open) > 0 && open[len(open)-1] != nil
	}
}

func isText(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }
