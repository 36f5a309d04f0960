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

// ErrUnreadable means that a request contains a NUL or invalid UTF-8. The database rejects both.
var ErrUnreadable = errors.New("the request holds NUL or broken UTF-8")

// ErrAmbiguous means that parsers may disagree about a JSON document: it has a duplicate member or is nested too deeply.
var ErrAmbiguous = errors.New("the JSON repeats a member or is nested too deeply")

// mostDepth limits the nesting of a JSON document. The API's deepest has 5 levels.
const mostDepth = 32

// CheckAddress checks the parts of a request outside its body: path, query and the given headers. It returns [ErrUnreadable].
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

// CheckForm checks a form-encoded body. It returns [ErrUnreadable].
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

// CheckJSON checks a JSON body. It returns [ErrUnreadable] or [ErrAmbiguous], but accepts malformed JSON, which the decoder rejects later.
func CheckJSON(body []byte) error {
	if !utf8.Valid(body) || bytes.IndexByte(body, 0) >= 0 {
		return ErrUnreadable
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var open []map[string]bool // the members so far of each open object; nil: an array
	name := false              // the next string is a member's name
	for {
		token, err := decoder.Token()
		if err != nil { // the end, or malformed JSON
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
