package record

import (
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// maxBody is the maximum size of a recorded body, in bytes. Calls with a larger one are left out.
const maxBody = 1 << 20

// Call is a call of the server's API with its answer. Of the headers it has only those that a scenario needs.
type Call struct {
	Method, Path     string
	Query            url.Values
	Locale, Referrer string // Accept-Language and Referrer-Key
	Body, Answer     []byte
	Status           int  // 0: no answer
	TooLarge         bool // a body was larger than a megabyte

	key    string            // Idempotency-Key
	bearer [sha256.Size]byte // hash of the token; zero without one
}

// newCall returns a call without its bodies.
func newCall(method string, address *url.URL, header http.Header) Call {
	c := Call{
		Method: method, Path: address.Path, Query: address.Query(), Locale: header.Get("Accept-Language"),
		Referrer: header.Get("Referrer-Key"), key: header.Get("Idempotency-Key"),
	}
	if token, ok := strings.CutPrefix(header.Get("Authorization"), "Bearer "); ok {
		c.bearer = sha256.Sum256([]byte(token))
	}
	return c
}

// isAPI reports whether a path belongs to the API. The server's pages and the payment provider's calls don't.
func isAPI(method, path string) bool {
	return path == "/login" && method == http.MethodPost || strings.HasPrefix(path, "/v1/") || strings.HasPrefix(path, "/v2/") || strings.HasPrefix(path, "/pub/")
}

// ok reports success.
func (c Call) ok() bool { return c.Status >= 200 && c.Status < 300 }

// hasBearer reports whether the call had a token.
func (c Call) hasBearer() bool { return c.bearer != [sha256.Size]byte{} }

// decode reads a body into v. It reports false for a body of another form.
func decode(body []byte, v any) bool { return json.Unmarshal(body, v) == nil }

// word matches a part of a path that is no id.
var word = regexp.MustCompile(`^[a-z]{1,20}(-[a-z]{1,20})*$|^v[0-9]$`)

// line returns method and path for people, without ids: of an unknown path only the first two parts.
func (c Call) line() string {
	method, path := "OTHER", c.Path
	known, _ := find(c)
	if known != nil {
		path = known.path
	}
	if slices.Contains([]string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete}, c.Method) {
		method = c.Method
	}
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i, part := range parts {
		if known == nil && i > 1 || !word.MatchString(part) {
			parts[i] = "{…}"
		}
	}
	return method + " /" + strings.Join(parts, "/")
}
