package api

import "testing"

// Text typed by a stranger never reaches a terminal as a command.
func TestResponsesHaveNoControlCharacters(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		`{"name":"Ana \u001b[31mDiaz"}`:       `{"name":"Ana [31mDiaz"}`,
		`{"name":"\u001B\u001b\u009b\u0007"}`: `{"name":""}`,
		"{\"name\":\"\u009b31m\"}":            `{"name":"31m"}`,
		`{"name":"\\u001b"}`:                  `{"name":"\\u001b"}`,
		`{"name":"\\\u001bx"}`:                `{"name":"\\x"}`,
		"{\n\t\"a\": \"\\n\\u00e9\"\n}":       "{\n\t\"a\": \"\\n\\u00e9\"\n}",
	} {
		if got := string(plainText([]byte(sent))); got != want {
			t.Errorf("%q: %q, want %q", sent, got, want)
		}
	}
}
